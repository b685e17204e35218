"""Packages that only some calls need, imported when they are used."""

from __future__ import annotations

import importlib
from typing import Any

from .errors import MissingPackage


def need(module: str, package: str | None = None) -> Any:
    """The module, or an error that says what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = package or module.split(".", maxsplit=1)[0]
        raise MissingPackage(
            f"this needs the package {name}, which is not installed: "
            f"pip install {name}, or pip install 'edge-chess[all]'"
        ) from error
