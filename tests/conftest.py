"""Settings for all tests."""

import os

from hypothesis import settings

# No deadline, since the first example may compile the rules; no random examples on a build server.
settings.register_profile("tradewinds", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("tradewinds")
