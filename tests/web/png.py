"""A PNG decoder for Chromium's screenshots: eight bits per channel, three or four channels."""

import struct
import zlib

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
"""Rows of pixels, each red, green and blue."""
CHANNELS = {2: 3, 6: 4}
UP = 2
"""The filter of Chromium's fast screenshots: each row is stored as its difference from the row above."""


def unpack(png: bytes) -> Pixels:
    """Return the pixels of a picture."""
    packed, place = b"", 8
    width = height = channels = 0
    while place < len(png):
        (size,), kind = struct.unpack(">I", png[place : place + 4]), png[place + 4 : place + 8]
        body = png[place + 8 : place + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
            assert depth == 8, "a picture with other than eight bits"
            channels = CHANNELS[colours]
        elif kind == b"IDAT":
            packed += body
        place += size + 12
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * channels)
    filters, kept = rows[:, 0], rows[:, 1:].reshape(height, width, channels)
    pixels: Pixels = np.cumsum(kept, axis=0, dtype=np.uint8) if (filters == UP).all() else row_by_row(filters, kept)
    return pixels[:, :, :3]


def row_by_row(filters: Pixels, kept: Pixels) -> Pixels:
    """Decode rows with any filters; slower than decoding them all at once."""
    pixels = np.zeros_like(kept)
    above = np.zeros_like(kept[0])
    for number, (kind, row) in enumerate(zip(filters, kept, strict=True)):
        if kind == 0:
            above = row
        elif kind == 1:
            above = np.cumsum(row, axis=0, dtype=np.uint8)
        elif kind == UP:
            above = row + above
        else:
            above = pixel_by_pixel(int(kind), row, above)
        pixels[number] = above
    return pixels


def pixel_by_pixel(kind: int, row: Pixels, above: Pixels) -> Pixels:
    """Decode a row with the filter Average or Paeth."""
    left, corner, found = np.zeros(row.shape[1], np.int16), np.zeros(row.shape[1], np.int16), np.zeros_like(row)
    for place, upper in enumerate(above.astype(np.int16)):
        if kind == 3:
            guess = (left + upper) // 2
        else:
            far = np.abs([upper - corner, left - corner, left + upper - 2 * corner])
            guess = np.choose(far.argmin(axis=0), [left, upper, corner])
        left = (row[place] + guess) % 256
        found[place], corner = left, upper
    return found
