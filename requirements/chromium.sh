# Sourced by ./test: `find_chromium` installs the browser that the tests of the pages need, where that is allowed; where it is
# not, it says which command is missing.

has() { command -v "$1" >/dev/null 2>&1; }

install_package() {
    timeout 60 apt-get update -qq >/dev/null 2>&1
    DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y -qq --no-install-recommends "$1" >/dev/null 2>&1
}

find_chromium() {
    if [ -n "${CHROMIUM:-}" ] || has chromium-headless-shell; then
        return
    fi
    # The browser without windows is quicker; Ubuntu has no such package.
    if has apt-get && [ "$(id -u)" = 0 ]; then
        echo "Installing Chromium for the tests of the pages (once) …" >&2
        install_package chromium-headless-shell || has chromium || has google-chrome || install_package chromium || true
    fi
    for name in chromium-headless-shell chromium chromium-browser google-chrome; do
        if has "$name"; then
            return
        fi
    done
    echo "The tests of the pages are skipped, since there is no Chromium. On Debian: sudo apt install chromium-headless-shell;" >&2
    echo "on Ubuntu: sudo snap install chromium; elsewhere, name a browser: CHROMIUM=/path/to/chrome ./test" >&2
}
