#!/bin/bash
# Installs what Edge needs on Debian 12 and what is still missing:
#   install_deps.sh build|page|python|wasm|test|check|bench
# build: to compile. page, python, wasm: build, and what the web page, the Python module or the module for
# browsers need. test: build, and what `make test` runs. check and bench: all of that, and more.
set -euo pipefail
cd "$(dirname "$0")/.."

build_packages=(cmake ninja-build pkg-config clang-19 libexpected-dev libfmt-dev libzstd-dev
    zlib1g-dev libbz2-dev libxxhash-dev nlohmann-json3-dev libcli11-dev)
# pip compiles with the compiler of the system.
python_packages=(g++ python3 python3-venv python3-dev)
wasm_packages=(lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32
    libclang-rt-19-dev-wasm32 binaryen)
# Any Node with npm will do.
page_packages=()
command -v node >/dev/null || page_packages+=(nodejs)
command -v npm >/dev/null || page_packages+=(npm)
test_packages=("${python_packages[@]}" "${page_packages[@]}" libgtest-dev librapidcheck-dev
    libroaring-dev libclang-rt-19-dev llvm-19 clang-format-19 ccache gcc valgrind zstd pgn-extract scid)
check_packages=("${wasm_packages[@]}" g++ clang-tidy-19)
# Any cargo will do; Debian's plain one is too old for the crate that is compared with.
command -v cargo >/dev/null || check_packages+=(cargo-web rustc-web)
bench_packages=(libbenchmark-dev wrk)
# For tests of the page. Chromium only recommends fonts and does not depend on any.
browser_packages=(fonts-dejavu-core)
[[ -x ${CHROMIUM:-} ]] || browser_packages+=(chromium)
# For `edge serve`; everything else is built without it. Headers of two versions of Boost exclude
# each other, so another installed version is left alone.
server_packages=(libboost1.81-dev)

packages=("${build_packages[@]}")
case "${1:-}" in
    build) ;;
    page) packages+=("${page_packages[@]}") ;;
    python) packages+=("${python_packages[@]}") ;;
    wasm) packages+=("${page_packages[@]}" "${wasm_packages[@]}") ;;
    test) packages+=("${test_packages[@]}") ;;
    check) packages+=("${test_packages[@]}" "${browser_packages[@]}" "${check_packages[@]}") ;;
    bench) packages+=("${test_packages[@]}" "${browser_packages[@]}" "${bench_packages[@]}") ;;
    *)
        echo "usage: $0 build|page|python|wasm|test|check|bench" >&2
        exit 2
        ;;
esac

is_installed() {
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

has_other_boost() {
    local found
    found=$(dpkg-query --show --showformat='${Package} ${db:Status-Status}\n' 'libboost1.*-dev' |
        grep ' installed$' | grep -v '^libboost1\.81-' || true)
    [[ -n $found ]]
}

install_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        echo "This is not Debian: the build needs what these packages hold: ${packages[*]}"
        return
    fi
    has_other_boost || packages+=("${server_packages[@]}")
    local missing=()
    for package in "${packages[@]}"; do
        is_installed "$package" || missing+=("$package")
    done
    ((${#missing[@]})) || return 0

    local as_root=()
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            echo "Missing packages; as root, run: apt-get install ${missing[*]}" >&2
            exit 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${missing[*]}"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# The outside judges run in .venv; a copy of the requirements in it says what it holds.
install_python() {
    local wanted=tests/requirements.txt
    cmp -s "$wanted" .venv/requirements.txt && return
    echo "Installing $(tr '\n' ' ' <"$wanted")into .venv"
    python3 -m venv --clear .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -r "$wanted"
    cp "$wanted" .venv/requirements.txt
}

# The tests of the page have their own folder of modules, which says in the same way what it holds.
install_node_modules() (
    cd tests/page
    cmp -s package-lock.json node_modules/package-lock.json && return
    echo "Installing the packages of tests/page/package.json"
    npm ci --silent --no-audit --no-fund --ignore-scripts
    cp package-lock.json node_modules
)

install_packages
case $1 in
    test | check | bench) install_python ;;
esac
case $1 in
    check | bench) install_node_modules ;;
esac
