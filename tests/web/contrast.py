"""Contrast of text against the pixels behind it: axe reads styles and cannot see drawings.

Screenshots are taken without text, and with the text in a colour used nowhere else. Pixels that differ belong to
letters, and the first screenshot shows what is behind them. Text that is covered or scrolled out of sight has no such
pixels and is not checked.
"""

import base64
from typing import Any

import numpy as np
import numpy.typing as npt
from playwright.sync_api import Page

from tests.web.png import Pixels, unpack

Light = npt.NDArray[np.float64]

LEAST_CONTRAST = 4.5
# Large text: from 24 pixels, or bold from 18.66.
LEAST_CONTRAST_LARGE = 3.0

STOPS = """
() => {
  const tops = [...document.querySelectorAll('svg text')].filter((text) => text.checkVisibility())
    .map((text) => text.getBoundingClientRect()).filter((box) => box.width).map((box) => box.top + scrollY);
  const stops = [0];
  if (document.documentElement.scrollHeight > innerHeight)
    for (const top of tops.sort((one, other) => one - other))
      if (top > stops.at(-1) + innerHeight - 60) stops.push(top - 60);
  return stops;
}
"""
"""Script that returns the scroll positions that show all text in drawings; other text below the fold is left to axe."""

MARK = """
() => {
  const found = [];
  const boxes = [];
  const one = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const colours = new Map();
  const colour = (text) => {
    if (colours.has(text)) return colours.get(text);
    one.clearRect(0, 0, 1, 1);
    one.fillStyle = text;
    one.fillRect(0, 0, 1, 1);
    colours.set(text, [...one.getImageData(0, 0, 1, 1).data]);
    return colours.get(text);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.textContent.trim() && !node.parentElement.closest('script, style, title, option, .only-heard')
      ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const part = node.parentElement;
    // What can not be used now may be faint; so may what lies below a window.
    if (!part.checkVisibility({ visibilityProperty: true }) || part.closest(':disabled')) continue;
    if (document.querySelector('dialog:modal') && !part.closest('dialog:modal')) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight) continue;
    const style = getComputedStyle(part);
    const drawn = part instanceof SVGElement;
    let opacity = drawn ? Number(style.fillOpacity) : 1;
    for (let each = part; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
    if (!opacity) continue;
    const turn = drawn ? part.getScreenCTM() : { a: 1, b: 0 };
    // Texts that lie on each other are painted one after the other.
    const over = boxes.filter((other) => other.left < box.right + 2 && box.left < other.right + 2
      && other.top < box.bottom + 2 && box.top < other.bottom + 2);
    let layer = Number(part.dataset.ink ?? 0);
    if (!part.dataset.ink) while (over.some((other) => other.layer === layer)) layer += 1;
    boxes.push({ layer, left: box.left, right: box.right, top: box.top, bottom: box.bottom });
    part.dataset.ink = layer;
    found.push({ text: node.textContent.trim().slice(0, 40), box: [box.left, box.top, box.right, box.bottom], layer,
      colour: colour(drawn ? style.fill : style.color), opacity,
      size: Math.hypot(turn.a, turn.b) * parseFloat(style.fontSize),
      bold: Number(style.fontWeight) >= 700, where: (part.closest('[class]')?.getAttribute('class') ?? part.tagName) });
  }
  return found;
}
"""
PAINT = """
async (layer) => {
  const colour = (chosen) => `{ fill: ${chosen} !important; -webkit-text-fill-color: ${chosen} !important }`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { transition: none !important } [data-ink] ' + colour('transparent')
    + (layer === null ? '' : `[data-ink="${layer}"] ` + colour('#f0f')));
  sheet.ink = true;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => !one.ink), sheet];
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
}
"""
CLEAN = """
() => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !one.ink);
  for (const part of document.querySelectorAll('[data-ink]')) delete part.dataset.ink;
}
"""


def faint_text(page: Page) -> list[str]:
    """Return texts with too little contrast."""
    faint = []
    for stop in page.evaluate(STOPS):
        page.evaluate("(stop) => scrollTo({ top: stop, behavior: 'instant' })", stop)
        faint += faint_in_sight(page)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    return faint


def faint_in_sight(page: Page) -> list[str]:
    """Return texts in the window with too little contrast."""
    texts: list[dict[str, Any]] = page.evaluate(MARK)
    bare, *inked = photograph(page, 1 + max((text["layer"] for text in texts), default=-1))
    density = bare.shape[1] / page.evaluate("innerWidth")
    found = [least_contrast(text, bare, inked[text["layer"]], density) for text in texts]
    assert any(found), "no text is seen"
    faint = []
    for text, worst in zip(texts, found, strict=True):
        large = text["size"] >= 24 or (text["bold"] and text["size"] >= 18.66)
        if worst and worst[0] < (LEAST_CONTRAST_LARGE if large else LEAST_CONTRAST):
            contrast, behind, at = worst
            faint.append(
                f"faint: {text['text']!r} ({text['where']}) {text['colour']} on {behind} at {at}: "
                f"{contrast:.2f} : 1, {text['size']:.1f} px"
            )
    return faint


def least_contrast(
    text: dict[str, Any], bare: Pixels, inked: Pixels, density: float
) -> tuple[float, list[int], list[int]] | None:
    """Return a text's lowest contrast with the pixels behind it, and their colour and position; None if not visible."""
    left, top, right, bottom = (
        max(0, int(np.floor(measure * density) if place < 2 else np.ceil(measure * density)))
        for place, measure in enumerate(text["box"])
    )
    behind = bare[top:bottom, left:right].astype(np.float64)
    ink = np.array([255.0, 0.0, 255.0])
    # The fraction of each pixel that a letter covers.
    whole = np.abs(ink - behind).sum(axis=2)
    letter = np.abs(inked[top:bottom, left:right] - behind).sum(axis=2) / np.where(whole, whole, 1)
    # Skip pixels with only a trace of a letter, as at the edge of something that covers the text.
    rows, columns = np.nonzero(letter >= max(0.1, 0.8 * letter.max(initial=0)))
    if not rows.size:
        return None
    seen = behind[rows, columns]
    *colour, alpha = text["colour"]
    solid = text["opacity"] * alpha / 255
    one, other = light(np.round(np.array(colour) * solid + seen * (1 - solid))), light(seen)
    contrast = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    worst = int(contrast.argmin())
    at = [int((left + columns[worst]) / density), int((top + rows[worst]) / density)]
    return float(contrast[worst]), seen[worst].astype(int).tolist(), at


def light(colours: Light) -> Light:
    """Return the relative luminance of colours, as defined by WCAG."""
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    found: Light = linear @ np.array([0.2126, 0.7152, 0.0722])
    return found


def photograph(page: Page, layers: int) -> list[Pixels]:
    """Take one screenshot without text, and one with the text of each layer."""
    width, height, top = page.evaluate("[innerWidth, innerHeight, scrollY]")
    # Phones have two device pixels per CSS pixel, which the page forgets after the first screenshot.
    clip = {"x": 0, "y": top, "width": width, "height": height, "scale": 2 if width < height else 1}
    # Ten times as fast as Playwright's own screenshots.
    camera = page.context.new_cdp_session(page)
    pictures = []
    for layer in [None, *range(layers)]:
        page.evaluate(PAINT, layer)
        shot = camera.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True, "clip": clip})
        pictures.append(unpack(base64.b64decode(shot["data"])))
    page.evaluate(CLEAN)
    return pictures
