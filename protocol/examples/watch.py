#!/usr/bin/env python3
"""Follows a room and prints the moves of its game, until that is over.

    python3 watch.py http://127.0.0.1:8420/r/p8p7n59fx03v

It watches: it has no token, and takes no seat. It needs Python 3.9 or newer, and connection.py beside it. watch.mjs does
the same in JavaScript. Comments name the sections of the guide (protocol/README.md).
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from urllib.parse import urlsplit

from connection import ConnectionLost, GivenUp, Server, WebSocket

PROTOCOL = 1
SILENCE = 8  # seconds after which a `ping` asks whether the server is there ("Staying connected")


class Watcher:
    """What is known of the room, and how much of it was printed."""

    def __init__(self) -> None:
        self.seq = 0
        self.number: int | None = None  # the game's number in the room
        self.moves: list[str] = []
        self.printed: list[str] = []
        self.over = False

    def learn(self, message: dict) -> None:
        """Takes in a message of the server ("What you receive"). Those that tell nothing of moves are passed over."""
        kind = message["type"]
        if kind == "snapshot":
            self.seq = message["seq"]
            if message["game"] is not None:
                self.start(message["game"])
                self.moves = list(message["game"]["moves"])
                self.print_moves()
                if message["game"]["result"] is not None:
                    self.end(message["game"]["result"])
            if message["closed"]:
                self.over = True
        elif kind == "event":
            self.seq = message["seq"]
            self.happened(message["event"])
        elif kind == "restart":
            raise ConnectionLost("the server restarts", message["retry_after"])
        elif kind == "error":
            raise refusal(message)

    def happened(self, event: dict) -> None:
        """Takes in an event ("Events")."""
        if event["kind"] == "started":
            self.start(event)
        elif event["kind"] == "moved":
            self.moves.append(event["move"])
        elif event["kind"] == "taken_back":
            del self.moves[event["ply"]:]
        elif event["kind"] == "ended":
            self.end(event)
        elif event["kind"] == "closed":
            self.over = True
        self.print_moves()

    def start(self, game: dict) -> None:
        if game["number"] != self.number:
            self.number, self.moves, self.printed = game["number"], [], []
            say(f"{game['game']}, game {self.number}")

    def end(self, result: dict) -> None:
        self.over = True
        say(f"{result['outcome']}: {result['reason']}")

    def print_moves(self) -> None:
        """Prints what was not printed yet. Where a snapshot came in the place of events, that may be several moves."""
        same = 0
        while self.moves[:same + 1] == self.printed[:same + 1] and same < min(len(self.moves), len(self.printed)):
            same += 1
        if same < len(self.printed):
            say(f"back to move {same}")
        for ply in range(same, len(self.moves)):
            say(f"{ply + 1}. {self.moves[ply]}")
        self.printed = list(self.moves)


def refusal(message: dict) -> Exception:
    """Later it may go better, or it never will ("Error codes")."""
    if "retry_after" in message:
        return ConnectionLost(message["message"], message["retry_after"])
    return GivenUp(f"{message['code']}: {message['message']}")


def say(text: str) -> None:
    print(text, flush=True)


def follow(server: Server, room: str) -> None:
    """Watches on as many connections as it takes ("Staying connected")."""
    watcher, failures = Watcher(), 0
    while not watcher.over:
        try:
            with WebSocket(server, "/api/socket") as socket:
                socket.send(json.dumps({"type": "join", "id": "j1", "protocol": PROTOCOL, "room": room}))
                asked = False
                while not watcher.over:
                    text = socket.receive(SILENCE)
                    if text is None:
                        if asked:
                            raise ConnectionLost("the server does not answer")
                        asked = True
                        socket.send(json.dumps({"type": "ping"}))
                        continue
                    asked, failures = False, 0
                    watcher.learn(json.loads(text))
        except ConnectionLost as lost:
            pause = min(30, 2 ** (failures - 1)) * random.uniform(0.5, 1) if failures else 0
            failures += 1
            time.sleep(max(pause, lost.wait))


def main() -> int:
    link = sys.argv[1] if len(sys.argv) == 2 else ""
    found = re.fullmatch(r"/r/([^/]+)/?", urlsplit(link).path)
    if found is None:
        print("usage: watch.py http://HOST/r/ROOM", file=sys.stderr)
        return 2
    try:
        follow(Server(link), found[1])
    except GivenUp as given_up:
        print(given_up, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
