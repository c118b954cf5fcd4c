"""Websockets: the protocol, the connections, and the views sent over them."""
