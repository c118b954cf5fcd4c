"""Command line entry point for `python -m tradewinds`."""

from tradewinds.cli import main

main(prog_name="tradewinds")
