#!/usr/bin/env python3
"""Reads statistics and finished games, and prints them.

    python3 results.py http://127.0.0.1:8420 [GAME]

First how the games of each kind came out, or of one kind; then all finished games, newest first, page after page; then
the newest as a text. It needs Python 3.9 or newer, and connection.py beside it. results.mjs does the same in JavaScript.
"""

from __future__ import annotations

import sys
import time
from urllib.parse import urlencode

from connection import ConnectionLost, GivenUp, Server

PAGE = 50  # games asked for at once


def statistics(server: Server, game: str | None) -> list[dict]:
    """How games came out ("Statistics" in the guide)."""
    return [server.get(f"/api/stats/{game}")] if game else server.get("/api/stats")["games"]


def finished(server: Server, game: str | None):
    """All finished games, page after page ("Finished games"). A page may be empty and not be the last."""
    query = {"limit": PAGE, **({"game": game} if game else {})}
    while True:
        page = server.get(f"/api/games?{urlencode(query)}")
        yield from page["games"]
        if page["next"] is None:
            return
        query["after"] = page["next"]


def show(server: Server, game: str | None) -> None:
    for one in statistics(server, game):
        print(f"{one['game']}: {one['games']} games, first {one['first']['wins']}, second {one['second']['wins']}, "
              f"draws {one['draws']['games']}")
    newest = None
    for one in finished(server, game):
        newest = newest or one["id"]
        ended = time.strftime("%Y-%m-%d %H:%M", time.gmtime(one["ended"] // 1000))
        print(f"{ended} {one['id']} {one['game']} {one['outcome']} {one['reason']} {one['plies']}")
    if newest is not None:
        print(server.text(f"/api/games/{newest}/text"), end="")


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print("usage: results.py http://HOST [GAME]", file=sys.stderr)
        return 2
    try:
        show(Server(sys.argv[1]), sys.argv[2] if len(sys.argv) == 3 else None)
    except (ConnectionLost, GivenUp, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
