"""Evaluation of positions: the terminal outcome, the game's heuristic, or the value network."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import inlined, vectorised
from tradewinds.kernel.dispatch import features, heuristic, is_over, planned_features, winners
from tradewinds.kernel.record import Record

HEURISTIC, NETWORK = range(2)
"""Evaluators: the game's `heuristic` and its value network."""

RANDOM = -1
"""In place of an evaluator: choose actions uniformly at random."""

COMPILED_BOTS = {"random": RANDOM, "greedy": HEURISTIC, "network": NETWORK}
"""Bots that run entirely in compiled code: uniformly random, or a one-ply search with an evaluator."""

Floats = npt.NDArray[np.float32]
Shares = npt.NDArray[np.float64]


class Network(NamedTuple):
    """Weights of the value network: two hidden ReLU layers and two heads of a single output each.

    The network reads the features of one seat. A softmax over the outputs of all seats gives their shares of the win,
    so one network serves any seat and any number of players. The search maximises the value head (`last`); the odds
    head learns from outcomes only.
    """

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    odds: Floats

    @property
    def inputs(self) -> int:
        """Number of input features; 0 for `NO_NETWORK`."""
        return int(self.first.shape[0])

    @property
    def for_odds(self) -> "Network":
        """The same network with the odds head in place of the value head."""
        return self._replace(last=self.odds)

    @property
    def evaluator(self) -> int:
        """The evaluator to use with this network: the heuristic for `NO_NETWORK`."""
        return NETWORK if self.inputs else HEURISTIC


NO_NETWORK = Network(*(np.zeros(shape, np.float32) for shape in ((0, 0), 0, (0, 0), 0, 0, 0)))


class FeatureCache(NamedTuple):
    """Intermediate results of features, by the hash of what they depend on; a game divides it into slots."""

    keys: npt.NDArray[np.uint64]
    values: Floats


class Workspace(NamedTuple):
    """Preallocated activations of the network and the cache of features, one set per thread."""

    inputs: Floats
    active: npt.NDArray[np.int32]
    """Indices of the inputs of a layer that are not zero."""
    first: Floats
    second: Floats
    cache: FeatureCache


class Baseline(NamedTuple):
    """By seat, the inputs and the sums of the first layer of a position, from which those of similar ones follow."""

    inputs: Floats
    first: Floats


def make_baseline(players: int, network: Network) -> Baseline:
    """Allocate a baseline."""
    return Baseline(*(np.zeros((players, size), np.float32) for size in network.first.shape))


def make_cache(shape: tuple[int, int]) -> FeatureCache:
    """Allocate a cache of this many slots and values in each."""
    return FeatureCache(np.zeros(shape[0], np.uint64), np.zeros(shape, np.float32))


def make_workspace(inputs: int, cache: tuple[int, int], network: Network) -> Workspace:
    """Allocate the workspace of one thread."""
    return Workspace(
        np.zeros(inputs, np.float32),
        np.zeros(max(inputs, len(network.first_bias)), np.int32),
        np.zeros_like(network.first_bias),
        np.zeros_like(network.second_bias),
        make_cache(cache),
    )


@inlined
def write_features(box: Record, state: Record, seat: int, cache: FeatureCache, out: Floats) -> None:
    """Write all input features of a seat."""
    features(box, state, seat, out)
    planned_features(box, state, seat, cache, out)


@inlined
def sparse_matmul(values: Floats, weights: Floats, active: npt.NDArray[np.int32], out: Floats) -> None:
    """Add `values @ weights` to `out`, skipping zeros: most inputs are zero.

    Four rows at a time, so that `out` is loaded and stored a quarter as often.
    """
    count = 0
    for index in range(len(values)):
        active[count] = index
        count += values[index] != 0
    place = 0
    while place + 4 <= count:
        # Views of the rows would be reference-counted: twice as slow.
        i, j, k, m = active[place], active[place + 1], active[place + 2], active[place + 3]
        a, b, c, d = values[i], values[j], values[k], values[m]
        for unit in range(len(out)):
            out[unit] += a * weights[i, unit] + b * weights[j, unit] + c * weights[k, unit] + d * weights[m, unit]
        place += 4
    while place < count:
        i = active[place]
        a = values[i]
        for unit in range(len(out)):
            out[unit] += a * weights[i, unit]
        place += 1


@inlined
def relu(values: Floats) -> None:
    """Apply ReLU in place."""
    for index in range(len(values)):
        values[index] = max(values[index], np.float32(0))


@inlined
def first_layer(network: Network, workspace: Workspace) -> None:
    """Write the sums of the first layer for `workspace.inputs`."""
    for unit in range(len(workspace.first)):
        workspace.first[unit] = network.first_bias[unit]
    sparse_matmul(workspace.inputs, network.first, workspace.active, workspace.first)


@inlined
def upper_layers(network: Network, workspace: Workspace) -> float:
    """Return the output of the network for the sums of the first layer."""
    relu(workspace.first)
    for unit in range(len(workspace.second)):
        workspace.second[unit] = network.second_bias[unit]
    sparse_matmul(workspace.first, network.second, workspace.active, workspace.second)
    relu(workspace.second)
    total = np.float32(0)
    for unit in range(len(workspace.second)):
        total += workspace.second[unit] * network.last[unit]
    return np.float64(total)


@vectorised
def forward(network: Network, workspace: Workspace) -> float:
    """Run the forward pass of the value network on `workspace.inputs`."""
    first_layer(network, workspace)
    return upper_layers(network, workspace)


@vectorised
def forward_baseline(network: Network, workspace: Workspace, baseline: Baseline, seat: int) -> float:
    """Run the forward pass, and keep the inputs and the sums of the first layer as a baseline."""
    first_layer(network, workspace)
    for index in range(len(workspace.inputs)):
        baseline.inputs[seat, index] = workspace.inputs[index]
    for unit in range(len(workspace.first)):
        baseline.first[seat, unit] = workspace.first[unit]
    return upper_layers(network, workspace)


@vectorised
def forward_similar(network: Network, workspace: Workspace, baseline: Baseline, seat: int) -> float:
    """Run the forward pass for a position similar to the baseline: only the inputs that differ are multiplied."""
    for index in range(len(workspace.inputs)):
        workspace.inputs[index] -= baseline.inputs[seat, index]
    for unit in range(len(workspace.first)):
        workspace.first[unit] = baseline.first[seat, unit]
    sparse_matmul(workspace.inputs, network.first, workspace.active, workspace.first)
    return upper_layers(network, workspace)


@inlined
def softmax(out: Shares) -> None:
    """Turn logits into shares that sum to 1, in place."""
    largest, total = out[0], 0.0
    for seat in range(1, len(out)):
        largest = max(largest, out[seat])
    for seat in range(len(out)):
        out[seat] = np.exp(out[seat] - largest)
        total += out[seat]
    for seat in range(len(out)):
        out[seat] /= total


@inlined
def evaluate_baseline(
    box: Record, state: Record, network: Network, workspace: Workspace, baseline: Baseline, out: Shares
) -> None:
    """Write the output of the network for each seat into `out` and make the position the baseline."""
    for seat in range(len(out)):
        write_features(box, state, seat, workspace.cache, workspace.inputs)
        out[seat] = forward_baseline(network, workspace, baseline, seat)


@inlined
def evaluate_similar(
    box: Record, state: Record, seat: int, network: Network, workspace: Workspace, baseline: Baseline
) -> float:
    """Return the output of the network for a seat in a position similar to the baseline."""
    write_features(box, state, seat, workspace.cache, workspace.inputs)
    return forward_similar(network, workspace, baseline, seat)


@inlined
def evaluate(box: Record, state: Record, evaluator: int, network: Network, workspace: Workspace, out: Shares) -> None:
    """Write each seat's share of the win into `out`: exact in terminal states, estimated in all others."""
    if is_over(box, state):
        winners(box, state, out)
    elif evaluator == NETWORK:
        for seat in range(len(out)):
            write_features(box, state, seat, workspace.cache, workspace.inputs)
            out[seat] = forward(network, workspace)
        softmax(out)
    else:
        heuristic(box, state, out)
