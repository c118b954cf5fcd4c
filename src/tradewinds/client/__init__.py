"""A client of the server, for bots, tests and measurements: what a browser does, in Python."""

from tradewinds.client.chair import Chair
from tradewinds.client.person import Client, ClientRefused

__all__ = ["Chair", "Client", "ClientRefused"]
