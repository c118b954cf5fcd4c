"""Settings for all tests."""

import os

from hypothesis import settings

# The first example may compile the rules, so time says nothing; a build server should not meet new examples by chance.
settings.register_profile("tradewinds", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("tradewinds")
