"""A running `edge serve` for the judges, and minimal clients that can misbehave."""

import atexit
import base64
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

JSON = "application/json"


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


class Daemon:
    """`edge serve` on a port of its own choice."""

    def __init__(self, program: Path, root: Path, *options: str, log: Path | None = None):
        self.log = log.open("wb") if log else subprocess.DEVNULL
        self.process = subprocess.Popen(
            [str(program), "serve", "--root", str(root), "--port", "0", *map(str, options)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        atexit.register(self.process.kill)  # where a test failed before it could stop it
        line = self.process.stdout.readline().decode()
        found = re.search(r"http://(.*):(\d+)/", line)
        assert found, f"expected the address, found {line!r}"
        self.port = int(found[2])
        self.host = f"localhost:{self.port}"

    def ask(self, method, target, body=None, headers=None, timeout=60) -> Answer:
        """One request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        sent = {"Host": self.host} | (headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if body is not None:
            sent.setdefault("Content-Type", JSON)
        try:
            connection.request(method, target, body, sent)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    def get(self, path, /, headers=None, **parameters) -> Answer:
        target = path + ("?" + urlencode(parameters) if parameters else "")
        return self.ask("GET", target, headers=headers)

    def post(self, path, body, /, headers=None, **parameters) -> Answer:
        target = path + ("?" + urlencode(parameters) if parameters else "")
        return self.ask("POST", target, body, headers)

    def connect(self, timeout: float = 30) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def raw(self, data: bytes, timeout: float = 30) -> bytes:
        """What comes back for these bytes, with nothing sent after them."""
        with self.connect(timeout) as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it may refuse before all is sent
            return read_all(connection)

    def is_serving(self) -> bool:
        return self.process.poll() is None and self.get("/healthz").status == 200

    def open_descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self, number: int = signal.SIGTERM, timeout: float = 60) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(timeout)
        self.process.stdout.close()
        if self.log is not subprocess.DEVNULL:
            self.log.close()
        return status


def read_all(connection: socket.socket) -> bytes:
    data = b""
    while True:
        try:
            piece = connection.recv(65536)
        except ConnectionResetError:
            return data
        if not piece:
            return data
        data += piece


class WebSocket:
    """A client that sends what it is told, right or wrong."""

    TEXT, CLOSE, PING, PONG = 1, 8, 9, 10

    def __init__(self, daemon: Daemon, target: str, headers: dict | None = None):
        self.connection = daemon.connect()
        sent = {
            "Host": daemon.host,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        } | (headers or {})
        lines = [f"GET {target} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
        self.connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            piece = self.connection.recv(4096)
            if not piece:
                break
            self.buffer += piece
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split()[1]) if head else 0
        chosen = re.search(rb"(?i)\r\nSec-WebSocket-Protocol: *([^\r]*)", head)
        self.protocol = chosen[1].decode() if chosen else None

    def _take(self, count: int) -> bytes:
        while len(self.buffer) < count:
            piece = self.connection.recv(4096)
            if not piece:
                raise EOFError
            self.buffer += piece
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def receive(self) -> tuple[int, bytes]:
        """Kind and content of the next frame; the daemon does not fragment."""
        first, second = self._take(2)
        length = second & 0x7F
        if length == 126:
            (length,) = struct.unpack(">H", self._take(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self._take(8))
        return first & 0x0F, self._take(length)

    def send(self, kind: int, content: bytes = b"", masked: bool = True, length=None) -> None:
        length = len(content) if length is None else length
        bit = 0x80 if masked else 0
        if length < 126:
            head = struct.pack(">BB", 0x80 | kind, bit | length)
        elif length < 1 << 16:
            head = struct.pack(">BBH", 0x80 | kind, bit | 126, length)
        else:
            head = struct.pack(">BBQ", 0x80 | kind, bit | 127, length)
        mask = b"\0\0\0\0" if masked else b""
        self.connection.sendall(head + mask + content)

    def messages(self):
        """Texts until the daemon closes; its code is then in close_code."""
        self.close_code = None
        while True:
            try:
                kind, content = self.receive()
            except (EOFError, ConnectionResetError):
                return
            if kind == self.TEXT:
                yield json.loads(content)
            elif kind == self.PING:
                self.send(self.PONG, content)
            elif kind == self.CLOSE:
                self.close_code = struct.unpack(">H", content[:2])[0] if content else None
                return

    def close(self) -> None:
        self.connection.close()
