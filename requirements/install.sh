# Sourced by ./run and ./test: `prepare FOLDER LOCK` makes a virtual environment with exactly what a lock file names,
# and Tradewinds itself. Nothing happens if that has been done before and nothing has changed.

find_python() {
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "Tradewinds needs Python 3.11 or later, and none was found." >&2
    echo "Install one (on Debian: apt install python3 python3-venv), or name it: PYTHON=/path/to/python3 $0" >&2
    exit 1
}

# A pip for the environment: its own, or where Debian's python3-venv is missing, the system's pip working on it.
make_environment() {
    python=$(find_python) || exit 1
    rm -rf "$1"
    if "$python" -m venv "$1" >/dev/null 2>&1; then
        return
    fi
    if "$python" -m venv --without-pip "$1" 2>/dev/null && "$python" -m pip --version >/dev/null 2>&1; then
        printf '#!/bin/sh\nexec "%s" -m pip --python "$(dirname "$0")/python" "$@"\n' "$(command -v "$python")" >"$1/bin/pip"
        chmod +x "$1/bin/pip"
        return
    fi
    rm -rf "$1"
    echo "Python cannot make a virtual environment here. On Debian: apt install python3-venv" >&2
    exit 1
}

# What an environment was made from: the place (a moved one no longer works) and the files.
describe() {
    pwd
    cat pyproject.toml "$1"
}

prepare() {
    quietly="-qq --disable-pip-version-check"
    folder=$1
    lock=$2
    stamp=$folder/installed-$(basename "$lock")
    if describe "$lock" | cmp -s - "$stamp"; then
        "$folder/bin/python" hatch_build.py
        return
    fi
    echo "Setting up Tradewinds in $folder (once, about a minute) …" >&2
    "$folder/bin/pip" --version >/dev/null 2>&1 || make_environment "$folder"
    # The pages are built while the packages are fetched; the second call of pip asks for them and finds them.
    "$folder/bin/python" hatch_build.py &
    building=$!
    "$folder/bin/pip" install $quietly --no-compile --require-hashes --requirement "$lock" >&2
    wait $building
    "$folder/bin/pip" install $quietly --no-deps --no-build-isolation --editable . >&2
    describe "$lock" >"$stamp"
}
