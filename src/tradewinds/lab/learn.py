"""Supervised training of the value network with Adam, in plain NumPy."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.evaluation import Network

Floats = npt.NDArray[np.float32]

BATCH = 2048
BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8
WEIGHT_DECAY = 1e-5


@dataclass
class Samples:
    """Training samples for one player count: inputs and target win shares by position and seat."""

    inputs: npt.NDArray[np.float16]
    results: Floats


@dataclass
class Optimizer:
    """A network with the state of the Adam optimizer."""

    network: Network
    steps: int = 0
    means: list[Floats] = field(default_factory=list)
    squares: list[Floats] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.means:
            self.means = [np.zeros_like(values) for values in self.network]
            self.squares = [np.zeros_like(values) for values in self.network]

    def step(self, inputs: Floats, results: Floats, rate: float) -> float:
        """Take one optimizer step on a batch and return the loss before the step."""
        loss, gradients = gradient(self.network, inputs, results)
        self.steps += 1
        for values, change, mean, square in zip(self.network, gradients, self.means, self.squares, strict=True):
            mean[...] += (1 - BETA1) * (change - mean)
            square[...] += (1 - BETA2) * (change * change - square)
            towards = mean / (1 - BETA1**self.steps)
            scale = np.sqrt(square / (1 - BETA2**self.steps)) + EPSILON
            values[...] -= rate * (towards / scale + WEIGHT_DECAY * values)
        return loss


def init_network(inputs: int, seed: int, units: int = 64) -> Network:
    """Return a randomly initialised network with `units` and `units // 2` hidden units."""
    rng = np.random.default_rng(seed)

    def layer(ins: int, outs: int) -> Floats:
        return rng.normal(0, np.sqrt(2 / ins), (ins, outs)).astype(np.float32)

    biases = [np.zeros(count, np.float32) for count in (units, units // 2)]
    first, second = layer(inputs, units) * np.float32(0.7), layer(units, units // 2)
    return Network(first, biases[0], second, biases[1], np.zeros(units // 2, np.float32))


def forward(network: Network, inputs: Floats) -> tuple[Floats, Floats, Floats]:
    """Run the forward pass on an array of positions × seats × inputs; return both hidden layers and the win shares."""
    flat = inputs.reshape(-1, inputs.shape[-1])
    first = np.maximum(flat @ network.first + network.first_bias, 0)
    second = np.maximum(first @ network.second + network.second_bias, 0)
    logits = (second @ network.last).reshape(inputs.shape[:2])
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return first, second, powers / powers.sum(axis=1, keepdims=True)


def cross_entropy(shares: Floats, results: Floats) -> float:
    return float(-(results * np.log(shares + 1e-9)).sum(axis=1).mean())


def gradient(network: Network, inputs: Floats, results: Floats) -> tuple[float, list[Floats]]:
    """Return the loss of a batch and its gradient with respect to all weights."""
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


def batches(samples: list[Samples], rng: np.random.Generator) -> list[tuple[Floats, Floats]]:
    """Return the shuffled mini-batches of one epoch; each has a single player count."""
    found = []
    for part in samples:
        order = rng.permutation(len(part.inputs))
        for begin in range(0, len(order), BATCH):
            chosen = order[begin : begin + BATCH]
            found.append((part, chosen))
    rng.shuffle(found)
    return [(part.inputs[chosen].astype(np.float32), part.results[chosen]) for part, chosen in found]
