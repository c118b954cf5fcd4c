"""`python -m tradewinds` is the command line, also where the package is not installed."""

from tradewinds.cli import main

main(prog_name="tradewinds")
