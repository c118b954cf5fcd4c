"""Networks for tests, with random weights."""

import numpy as np

from tradewinds.kernel.evaluation import Network


def random_network(inputs: int, seed: int = 1, units: int = 16) -> Network:
    """Return a network whose shares differ visibly between seats."""
    rng = np.random.default_rng(seed)
    shapes = ((inputs, units), (units,), (units, units // 2), (units // 2,), (units // 2,), (units // 2,))
    return Network(*(rng.normal(0, 1 / np.sqrt(shape[0]), shape).astype(np.float32) for shape in shapes))
