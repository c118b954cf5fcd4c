"""Learning from positions whose outcome is known: the network's weights, fitted by Adam in plain NumPy."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.evaluation import Network

Floats = npt.NDArray[np.float32]

BATCH = 2048
DECAY_MEAN, DECAY_SQUARE, TINY = 0.9, 0.999, 1e-8
WEIGHT_DECAY = 1e-5


@dataclass
class Samples:
    """Positions of one number of players as every seat observes them, and the shares of the win that came of them."""

    inputs: npt.NDArray[np.float16]
    results: Floats


@dataclass
class Learner:
    """A network on its way, with Adam's memory of former steps."""

    network: Network
    steps: int = 0
    means: list[Floats] = field(default_factory=list)
    squares: list[Floats] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.means:
            self.means = [np.zeros_like(values) for values in self.network]
            self.squares = [np.zeros_like(values) for values in self.network]

    def learn(self, inputs: Floats, results: Floats, rate: float) -> float:
        """One step towards the results of a batch; the loss before it."""
        loss, gradients = gradient(self.network, inputs, results)
        self.steps += 1
        for values, change, mean, square in zip(self.network, gradients, self.means, self.squares, strict=True):
            mean[...] += (1 - DECAY_MEAN) * (change - mean)
            square[...] += (1 - DECAY_SQUARE) * (change * change - square)
            towards = mean / (1 - DECAY_MEAN**self.steps)
            scale = np.sqrt(square / (1 - DECAY_SQUARE**self.steps)) + TINY
            values[...] -= rate * (towards / scale + WEIGHT_DECAY * values)
        return loss


def fresh_network(inputs: int, seed: int, units: int = 64) -> Network:
    """A network that knows nothing yet, with so many units in its first layer and half as many in its second."""
    chooser = np.random.default_rng(seed)

    def layer(ins: int, outs: int) -> Floats:
        return chooser.normal(0, np.sqrt(2 / ins), (ins, outs)).astype(np.float32)

    biases = [np.zeros(count, np.float32) for count in (units, units // 2)]
    first, second = layer(inputs, units) * np.float32(0.7), layer(units, units // 2)
    return Network(first, biases[0], second, biases[1], np.zeros(units // 2, np.float32))


def forward(network: Network, inputs: Floats) -> tuple[Floats, Floats, Floats]:
    """Both layers and the shares of all seats, for positions × seats × inputs."""
    flat = inputs.reshape(-1, inputs.shape[-1])
    first = np.maximum(flat @ network.first + network.first_bias, 0)
    second = np.maximum(first @ network.second + network.second_bias, 0)
    promise = (second @ network.last).reshape(inputs.shape[:2])
    powers = np.exp(promise - promise.max(axis=1, keepdims=True))
    return first, second, powers / powers.sum(axis=1, keepdims=True)


def cross_entropy(shares: Floats, results: Floats) -> float:
    """How surprising the results were."""
    return float(-(results * np.log(shares + 1e-9)).sum(axis=1).mean())


def gradient(network: Network, inputs: Floats, results: Floats) -> tuple[float, list[Floats]]:
    """The loss of a batch and how each weight changes it."""
    first, second, shares = forward(network, inputs)
    flat = inputs.reshape(-1, inputs.shape[-1])
    back = ((shares - results) / len(inputs)).reshape(-1, 1).astype(np.float32)
    back_second = (back * network.last) * (second > 0)
    back_first = (back_second @ network.second.T) * (first > 0)
    return cross_entropy(shares, results), [
        flat.T @ back_first,
        back_first.sum(axis=0),
        first.T @ back_second,
        back_second.sum(axis=0),
        (second.T @ back).ravel(),
    ]


def batches(samples: list[Samples], chooser: np.random.Generator) -> list[tuple[Floats, Floats]]:
    """All samples once, in random order, in batches of one number of players each."""
    found = []
    for part in samples:
        order = chooser.permutation(len(part.inputs))
        for begin in range(0, len(order), BATCH):
            chosen = order[begin : begin + BATCH]
            found.append((part, chosen))
    chooser.shuffle(found)
    return [(part.inputs[chosen].astype(np.float32), part.results[chosen]) for part, chosen in found]
