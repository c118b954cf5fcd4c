"""Where a server is found and whom it believes: what its host says of that, checked, and what the system knows."""

import socket
from ipaddress import ip_network
from urllib.parse import urlsplit

import click


def must_be_origin(_context: click.Context, _option: click.Parameter, origins: tuple[str, ...]) -> tuple[str, ...]:
    """Sites by the form in which browsers name them: anything else would shut everybody out without a word."""
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
            raise click.BadParameter(f"{origin!r} is no site. Expected something like https://play.example.org.")
    return origins


def must_be_address(_context: click.Context, _option: click.Parameter, proxies: tuple[str, ...]) -> tuple[str, ...]:
    """Proxies by their addresses: a name would never be believed."""
    for proxy in proxies:
        try:
            ip_network(proxy, strict=False)
        except ValueError as error:
            raise click.BadParameter(f"{proxy!r} is no address. Expected something like 10.0.0.5 or ::1.") from error
    return proxies


def own_address() -> str:
    """Where others in the same network find this computer: the address from which it would reach them."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks the system for a route. The address is one that is kept for documents.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
