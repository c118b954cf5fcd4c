"""Records as plain bytes: where each field lies. Bytes are compared and read much sooner than NumPy's fields."""

from collections.abc import Iterator, Sequence
from struct import Struct
from typing import Any, NamedTuple

import numpy as np

from tradewinds.kernel.record import CODES, Field


class Place(NamedTuple):
    """A field and where it lies."""

    field: Field
    start: int
    end: int
    code: Struct

    def numbers(self, record: bytes) -> tuple[int, ...]:
        """The numbers of the field, however many axes it has."""
        return self.code.unpack_from(record, self.start)

    def tells(self, kind: str) -> bool:
        """Whether the field tells where things of a kind are."""
        return kind in (self.field.members, self.field.names) and not self.field.vague


class Layout:
    """Where everything lies in the records of a game."""

    def __init__(self, fields: Sequence[Field], dtype: np.dtype[Any]) -> None:
        places = []
        for field in fields:
            size, start = dtype[field.name].itemsize, dtype.fields[field.name][1]  # type: ignore[index]
            code = Struct(f"={size // np.dtype(field.type).itemsize}{CODES[field.type]}")
            places.append(Place(field, start, start + size, code))
        self.owners = [place for place in places for _ in range(place.start, place.end)]
        """The field that each byte belongs to."""
        kinds = {field.members for field in fields if field.members is not None}
        self.whereabouts = {kind: [place for place in places if place.tells(kind)] for kind in kinds}
        """For each kind of thing that lies in sets, the fields that tell where its things are."""

    def differences(self, before: bytes, after: bytes) -> Iterator[Place]:
        """The fields in which two records differ, found by going from one difference to the next."""
        rest = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
        while rest:
            place = self.owners[((rest & -rest).bit_length() - 1) // 8]
            yield place
            rest = rest >> 8 * place.end << 8 * place.end
