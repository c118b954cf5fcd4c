"""The byte layout of records: comparing and decoding bytes is much faster than reading NumPy fields."""

from collections.abc import Iterator, Sequence
from struct import Struct
from typing import Any, NamedTuple

import numpy as np

from tradewinds.kernel.record import STRUCT_CODES, Field


class FieldSlot(NamedTuple):
    """A field with its byte range and its decoder."""

    field: Field
    start: int
    end: int
    code: Struct

    def values(self, record: bytes) -> tuple[int, ...]:
        """Return the values of the field, flattened."""
        return self.code.unpack_from(record, self.start)

    def locates(self, kind: str) -> bool:
        """Return whether the field gives the locations of items of a kind."""
        return kind in (self.field.members, self.field.names) and not self.field.vague


class Layout:
    """The byte layout of a game's state record."""

    def __init__(self, fields: Sequence[Field], dtype: np.dtype[Any]) -> None:
        slots = []
        for field in fields:
            size, start = dtype[field.name].itemsize, dtype.fields[field.name][1]  # type: ignore[index]
            code = Struct(f"={size // np.dtype(field.type).itemsize}{STRUCT_CODES[field.type]}")
            slots.append(FieldSlot(field, start, start + size, code))
        self.slot_by_byte = [slot for slot in slots for _ in range(slot.start, slot.end)]
        kinds = {field.members for field in fields if field.members is not None}
        self.location_fields = {kind: [slot for slot in slots if slot.locates(kind)] for kind in kinds}
        """For each kind of set member, the fields that give the locations of items of that kind."""

    def changed_fields(self, before: bytes, after: bytes) -> Iterator[FieldSlot]:
        """Yield the fields in which two records differ, skipping from one difference to the next."""
        rest = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
        while rest:
            slot = self.slot_by_byte[((rest & -rest).bit_length() - 1) // 8]
            yield slot
            rest = rest >> 8 * slot.end << 8 * slot.end
