"""Routes for the web client: its pages, assets and version."""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tradewinds.server.errors import not_found
from tradewinds.server.http.responses import error_response, json_response
from tradewinds.web import PAGES

# Set explicitly: the system's table may differ, and browsers run no script served as plain text.
for kind, ending in (
    ("text/javascript", ".js"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
    ("font/woff2", ".woff2"),
):
    mimetypes.add_type(kind, ending)

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
NOT_BUILT = "The pages are not built. In a clone of the project ./run builds them."


class GzipStaticFiles(StaticFiles):
    """Static files with a Cache-Control header, served from gzipped copies if the client accepts gzip."""

    def __init__(self, folder: Path, cache_control: str) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.root = folder
        self.cache_control = cache_control

    async def get_response(self, path: str, scope: Scope) -> Response:
        gzipped = "gzip" in Headers(scope=scope).get("accept-encoding", "") and self._is_gzipped(path)
        response = await super().get_response(f"{path}.gz" if gzipped else path, scope)
        if gzipped:
            response.headers["content-encoding"] = "gzip"
            response.headers["content-type"] = mimetypes.guess_type(path)[0] or "application/octet-stream"
        response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = self.cache_control
        return response

    def _is_gzipped(self, path: str) -> bool:
        """Return whether there is a gzipped copy; False for an invalid file name."""
        try:
            return (self.root / f"{path}.gz").is_file()
        except OSError:
            return False


FILES = GzipStaticFiles(PAGES, REVALIDATE)
# File names contain a content hash.
ASSETS = GzipStaticFiles(PAGES / "assets", IMMUTABLE)


async def get_index(request: Request) -> Response:
    """Serve the single-page application, which routes by the URL."""
    if not (PAGES / "index.html").is_file():
        return PlainTextResponse(NOT_BUILT, 503)
    return await FILES.get_response("index.html", request.scope)


async def get_icon(request: Request) -> Response:
    return await FILES.get_response("icon.svg", request.scope)


async def get_version(_request: Request) -> Response:
    """Return the version of the web client; pages of another version reload themselves."""
    return json_response({"pages": _digest(PAGES)})


@cache
def _digest(folder: Path) -> str:
    """Return a digest of index.html, which refers to all other files by content hash."""
    index = folder / "index.html"
    return hashlib.sha256(index.read_bytes()).hexdigest()[:16] if index.is_file() else "none"


async def not_found_page(request: Request, _error: Exception) -> Response:
    """Respond with status 404: as JSON for the API, assets and unsafe methods, else with the web client's page."""
    if request.method not in ("GET", "HEAD") or request.scope["path"].startswith(("/api/", "/assets/")):
        return error_response(request, not_found("address"))
    response = await get_index(request)
    if response.status_code == 200:
        response.status_code = 404
    return response


PAGE_PATHS = ("/", "/account", "/replay", "/learn/{game}", "/rules/{game}")
TABLE_PAGE_PATHS = ("/tables/{table}", "/tables/{table}/replay", "/tables/{table}/screen")

routes = [
    *(Route(path, get_index) for path in (*PAGE_PATHS, *TABLE_PAGE_PATHS)),
    Route("/icon.svg", get_icon),
    Route("/api/version", get_version),
    Mount("/assets", ASSETS),
]
