"""Validation of the server's origins and proxies, and the address of this machine."""

import socket
from ipaddress import ip_network
from urllib.parse import urlsplit

import click


def validate_origins(_context: click.Context, _option: click.Parameter, origins: tuple[str, ...]) -> tuple[str, ...]:
    """Require origins in the form that browsers send; others would never match."""
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
            raise click.BadParameter(f"{origin!r} is no site. Expected something like https://play.example.org.")
    return origins


def validate_proxies(_context: click.Context, _option: click.Parameter, proxies: tuple[str, ...]) -> tuple[str, ...]:
    """Require IP addresses or networks; host names would never match."""
    for proxy in proxies:
        try:
            ip_network(proxy, strict=False)
        except ValueError as error:
            raise click.BadParameter(f"{proxy!r} is no address. Expected something like 10.0.0.5 or ::1.") from error
    return proxies


def local_address() -> str:
    """Return this machine's address on the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing, only selects a route. The address is reserved for documentation (RFC 5737).
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
