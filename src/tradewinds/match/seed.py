"""Provably fair chance: a secret seed, committed to before the first move and revealed after the last.

Each chance event has its own key, derived from the seed by a keyed hash, so that observing one event reveals nothing
about the seed or other events.
"""

import hashlib
import hmac
import re
import secrets

from tradewinds.i18n import Phrase
from tradewinds.kernel.random import Rng, stream
from tradewinds.match.errors import TextError

SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)


def new_seed() -> str:
    """Return an unguessable seed."""
    return secrets.token_hex(16)


def check_seed(seed: str) -> str:
    """Return the seed if it can be written to a record, or raise TextError."""
    if not SEED.fullmatch(seed):
        raise TextError(Phrase("record.seed", {"seed": repr(seed[:80])}))
    return seed


def commitment(seed: str) -> str:
    """Return the hash that commits to a seed without revealing it."""
    return "sha256:" + hashlib.sha256(f"tradewinds seed {seed}".encode()).hexdigest()


def event_rng(seed: str, event: int) -> Rng:
    """Return the random stream of a chance event: 0 is the deal, n is action n."""
    digest = hmac.digest(seed.encode(), b"tradewinds chance %d" % event, "sha256")
    return stream(int.from_bytes(digest[:8], "big"))
