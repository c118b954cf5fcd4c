"""Fair chance: a secret seed, committed to before the first move and shown after the last.

Each chance event has a key of its own, derived from the seed by a keyed hash, so that nothing that is seen of one
event tells anything about the seed or about another event.
"""

import hashlib
import hmac
import re
import secrets

from tradewinds.i18n import Phrase
from tradewinds.kernel.random import Rng, stream
from tradewinds.match.errors import TextError

SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)


def fresh_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(16)


def check_seed(seed: str) -> str:
    """The seed itself, if it can be written into a record."""
    if not SEED.fullmatch(seed):
        raise TextError(Phrase("record.seed", {"seed": repr(seed[:80])}))
    return seed


def commitment(seed: str) -> str:
    """What is shown before the first move: it fixes the seed without telling it."""
    return "sha256:" + hashlib.sha256(f"tradewinds seed {seed}".encode()).hexdigest()


def chance(seed: str, event: int) -> Rng:
    """The stream for a chance event: 0 is the deal, n the chance in the n-th action."""
    digest = hmac.digest(seed.encode(), b"tradewinds chance %d" % event, "sha256")
    return stream(int.from_bytes(digest[:8], "big"))
