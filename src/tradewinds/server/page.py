"""The page that a browser is shown."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

FOLDER = Path(__file__).resolve().parent / "static"


async def front(_request: Request) -> Response:
    """The one page; what it shows depends on its address."""
    return FileResponse(FOLDER / "index.html", headers={"cache-control": "no-cache"})


routes = [
    Route("/", front),
    Route("/tables/{table}", front),
    Mount("/static", StaticFiles(directory=FOLDER, check_dir=False)),
]
