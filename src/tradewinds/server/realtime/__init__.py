"""Websocket connections between clients and tables."""
