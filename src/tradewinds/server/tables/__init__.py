"""Event-sourced tables: events, commands, and the actors that hold loaded tables."""
