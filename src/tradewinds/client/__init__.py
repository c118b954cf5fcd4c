"""Client for the server's HTTP and websocket API, for bots, tests and benchmarks."""

from tradewinds.client.api_client import Client
from tradewinds.client.table_connection import ClientRefused, TableConnection

__all__ = ["Client", "ClientRefused", "TableConnection"]
