#!/usr/bin/env python3
"""A small player for Sauterelle: it joins a room by its link, plays, and ends when the room's games are over.

    python3 bot.py http://127.0.0.1:8420/r/p8p7n59fx03v --greedy

It is an example of how to write a client: everything in it follows from the guide (protocol/README.md), whose sections
the comments name. It needs Python 3.9 or newer, and connection.py beside it, which is the network for those who have no
library for it at hand. From the top to the bottom:

- RandomPlayer and GreedyPlayer: how a move is chosen, which is the part to replace by something cleverer;
- Bot: the protocol;
- main: the command line.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import secrets
import sys
import time
from urllib.parse import quote, urlsplit

from connection import ConnectionLost, GivenUp, Server, WebSocket


# ---- Choosing a move -------------------------------------------------------------------------------------------------


class RandomPlayer:
    """Plays any of the legal moves."""

    def choose(self, game: str, legal: dict, board: dict, lot: random.Random) -> str:
        """One of the legal moves. `game` is the game's id, `legal` the message `legal_moves`, `board` what stands
        where, and `lot` where all chance comes from."""
        return lot.choice(legal["moves"])


class GreedyPlayer:
    """Plays the move that looks best at once, and does not think of the answer.

    It knows no rules, only what the catalogue and the list of legal moves tell: it takes a man of the other side when
    a move ends on one, and brings its own back when it can; otherwise it moves the man that comes nearer to the goal
    camp by most, the hindmost if there are several. Where there is no goal camp, it goes for the other side's men.
    """

    def __init__(self, server: Server):
        self.server = server
        self.boards: dict[str, dict] = {}

    def choose(self, game: str, legal: dict, board: dict, lot: random.Random) -> str:
        if not self.boards:
            self.boards = {entry["id"]: entry["board"] for entry in self.server.get("/api/catalogue")["games"]}
        side = legal["side"]
        own, others = set(board[side]), set(board["second" if side == "first" else "first"])
        goals = set(self.boards[game]["goals"][side])
        far = distances(self.boards[game], (goals - own) or goals or others)

        def value(move: str) -> tuple:
            squares = re.split("[-*]", move)
            start, end = squares[0], squares[-1]
            if len(squares) == 1:  # a man is placed
                return 0, 0, 0
            # A man that stands in the goal has arrived.
            way = {square: 0 if square in goals else far.get(square, 0) for square in (start, end)}
            nearer = way[start] - way[end]
            return end in others or "*" in move, nearer, way[start] if nearer > 0 else 0

        best = max(map(value, legal["moves"]))
        return lot.choice([move for move in legal["moves"] if value(move) == best])


def distances(board: dict, targets: set[str]) -> dict[str, int]:
    """How far it is from each square to the nearest of the targets: along the lines if the board has some, else from
    each square to the up to eight around it."""
    near: dict[str, list[str]] = {square: [] for square in board["squares"]}
    for one, other in board["lines"]:
        near[one].append(other)
        near[other].append(one)
    if not board["lines"]:
        places = {(ord(square[0]), int(square[1:])): square for square in board["squares"]}
        steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
        for (file, rank), square in places.items():
            near[square] = [places[file + x, rank + y] for x, y in steps if (file + x, rank + y) in places]
    found = dict.fromkeys(targets, 0)
    edge = list(targets)
    while edge:
        edge = [(square, found[old] + 1) for old in edge for square in near[old] if square not in found]
        found.update(edge)
        edge = list(dict(edge))
    return found


# ---- The protocol ----------------------------------------------------------------------------------------------------

PROTOCOL = 1

# "Events": those that say nothing that a bot needs beyond what every event says, and those that do.
EVENTS = {"opened", "seated", "arrived", "offered", "declined", "withdrawn", "claimed", "claim_cancelled",
          "started", "moved", "taken_back", "ended", "closed"}

# "Error codes": the room has moved on. Going on from what it looks like now is right.
MOVED_ON = {"not_started", "game_over", "game_running", "wrong_game", "stale_position", "not_your_turn", "too_late",
            "too_soon", "no_such_offer", "offer_open"}
# Trying again would be of no use. Codes that are in neither list are treated like `internal`: tried once more.
FINAL = {"bad_json", "unknown_type", "bad_message", "bad_text", "frame_too_large", "unsupported_protocol", "wrong_room",
         "unknown_room", "room_closed", "room_full", "unknown_game", "unknown_token", "seats_taken", "not_seated",
         "bad_move", "illegal_move", "not_your_offer", "id_reused"}

SILENCE = 8  # seconds of silence after which a `ping` asks whether the server is there ("Staying connected")
ANSWER = 10  # seconds after which an answer that has not come will not come any more
HELD = 10  # seconds after its `join` from which on a connection counts as one that works


class Asked:
    """A message that goes to the server at a time, and waits for its answer from then on."""

    def __init__(self, message: dict, due: float = 0):
        self.message = message
        self.due = due
        self.sent: float | None = None


class Bot:
    """One player in one room."""

    def __init__(self, server: Server, room: str, token: str, player, options: argparse.Namespace):
        self.server, self.room, self.token, self.player, self.options = server, room, token, player, options
        # What is known of the room. The snapshot sets it, and each event brings it up to date.
        self.seq = 0
        self.you: str | None = None
        self.game: dict | None = None  # the `game` of the snapshot, as far as it matters here
        self.ply = 0
        self.offer: dict | None = None
        self.legal: dict | None = None  # the last `legal_moves`
        self.closed = False
        # What was decided, and must survive a lost connection.
        self.command: dict | None = None  # the command that is not answered yet, if there is one
        self.refused_in_a_row = 0
        self.tried_once_more = False
        self.wait_for = 0  # the event that has to be known before anything is decided again
        self.last_number: int | None = None  # the number of the last game to be played
        self.offered_after = 0  # the number of the game after which a rematch was offered
        self.told = 0  # the number of the last game whose end was told
        self.over_since: float | None = None
        # How the connection is.
        self.joined: float | None = None  # when it was accepted on the present connection
        self.heard = time.monotonic()  # when something came from the server

    def run(self) -> None:
        """Plays until the games are over, on as many connections as it takes ("Staying connected")."""
        failures = 0
        while True:
            self.joined = None
            try:
                with WebSocket(self.server, f"/api/socket?room={quote(self.room)}") as self.socket:
                    self.converse()
                return
            except ConnectionLost as lost:
                now = time.monotonic()
                if now - self.heard > self.options.give_up:
                    raise GivenUp(f"the server has been away for {self.options.give_up:.0f} seconds: {lost}") from lost
                if self.joined is not None and now - self.joined > HELD:
                    failures = 0
                pause = min(30, 2 ** (failures - 1)) * random.uniform(0.5, 1) if failures else 0
                pause = max(pause, lost.wait)
                failures += 1
                say(f"{lost}; connecting again in {pause:.1f} s")
                time.sleep(pause)

    def converse(self) -> None:
        """One connection: joins, sends again what was not answered, and plays until there is nothing left to do."""
        self.asked: dict[str, Asked] = {}
        self.join()
        while True:
            if self.joined is not None and not self.asked and self.seq >= self.wait_for:
                if self.is_done():
                    return
                self.decide()
            self.send_what_is_due()
            text = self.socket.receive(self.patience())
            if text is not None:
                self.heard = time.monotonic()
                try:
                    message = json.loads(text)
                except ValueError as error:
                    raise ConnectionLost("the server sent what is not JSON") from error
                self.learn(message)

    # -- Sending --

    def ask(self, message: dict) -> None:
        self.asked[message["id"]] = Asked(message)

    def join(self) -> None:
        """The first message on a connection; later, how to ask for a snapshot. `sit` takes the free seat, unless the
        token holds one already. The name is kept for the seat, so that it is told once."""
        join = {"type": "join", "id": new_id(), "protocol": PROTOCOL, "room": self.room, "token": self.token,
                "sit": True}
        if self.options.name and self.you is None:
            join["name"] = self.options.name
        self.ask(join)

    def do(self, **command) -> None:
        """Sends a command. It is kept until it is answered, and sent again with the same id on the next connection
        if this one is lost before ("Ids: sending again")."""
        command["id"] = new_id()
        self.command = command
        self.ask(command)

    def send_what_is_due(self) -> None:
        now = time.monotonic()
        if now - self.heard > SILENCE and not self.asked:
            self.ask({"type": "ping", "id": new_id()})
        for asked in self.asked.values():
            if asked.sent is None and asked.due <= now:
                self.socket.send(json.dumps(asked.message))
                asked.sent = now
            elif asked.sent is not None and now - asked.sent > ANSWER:
                raise ConnectionLost("the server does not answer")

    def patience(self) -> float:
        """How long to wait for a message before looking whether there is something to do."""
        now = time.monotonic()
        return min([1.0] + [max(0.0, asked.due - now) for asked in self.asked.values() if asked.sent is None])

    # -- Receiving --

    def learn(self, message: dict) -> None:
        """Takes in what the server says ("What you receive")."""
        kind = message["type"]
        if kind == "snapshot":
            self.take_snapshot(message)
        elif kind == "event":
            self.take_event(message)
        elif kind == "legal_moves":
            self.legal = message
        elif kind == "ok":
            self.take_ok(message)
        elif kind == "error":
            self.take_error(message)
        elif kind == "restart":
            raise ConnectionLost("the server restarts", message["retry_after"])
        # Presence, names and talk do not matter here, and what later versions may send is to be passed over.

    def take_snapshot(self, snapshot: dict) -> None:
        self.seq, self.offer, self.closed = snapshot["seq"], snapshot["offer"], snapshot["closed"]
        self.you, self.game = snapshot["you"], snapshot["game"]
        self.ply = len(self.game["moves"]) if self.game else 0
        self.look_at_the_game()

    def take_event(self, message: dict) -> None:
        self.seq, self.offer = message["seq"], message["offer"]
        event = message["event"]
        kind = event["kind"]
        if kind == "started":
            self.game = {"number": event["number"], "game": event["game"], "result": None}
        if kind in ("started", "moved", "taken_back"):
            self.game["position"], self.game["board"] = message["seq"], event["board"]
            self.ply = event.get("ply", 0)
        elif kind == "ended":
            self.game["result"] = event
        elif kind == "closed":
            self.closed = True
        elif kind not in EVENTS:
            self.join()
        self.look_at_the_game()

    def look_at_the_game(self) -> None:
        """Notices which games there are, and tells how they end."""
        if self.game is None:
            return
        number, result = self.game["number"], self.game["result"]
        if self.last_number is None:
            self.last_number = number + self.options.rematches
        if result is None:
            self.over_since = None
        elif number > self.told:
            self.told, self.over_since = number, time.monotonic()
            print(f"game {number} ({self.game['game']}) is over: {result['outcome']}, {result['reason']}; "
                  f"archived as {result['id']}", flush=True)

    def take_ok(self, okay: dict) -> None:
        asked = self.asked.pop(okay.get("id"), None)
        if asked is None:
            return
        if asked.message["type"] == "join" and self.joined is None:
            self.joined = time.monotonic()
            say(f"in seat {self.you} of room {self.room}")
            if self.command is not None:
                self.ask(self.command)
        elif asked.message is self.command:
            self.command, self.refused_in_a_row, self.tried_once_more = None, 0, False

    def take_error(self, error: dict) -> None:
        """What to do about a refusal ("Error codes"). It has changed nothing."""
        code, asked = error["code"], self.asked.get(error.get("id"))
        if code == "restarting":
            raise ConnectionLost("the server is about to restart", error.get("retry_after", 0))
        if asked is None:
            raise GivenUp(f"{code}: {error['message']}")
        say(f"{asked.message['type']} was refused: {code}")
        if "retry_after" in error:
            self.asked[error["id"]] = Asked(asked.message, time.monotonic() + error["retry_after"])
        elif code in MOVED_ON and asked.message is self.command:
            # Deciding anew helps as long as there is something new to be known.
            self.refused_in_a_row += 1
            if self.refused_in_a_row > 5:
                raise GivenUp(f"{code}: {error['message']}; this has gone on for too long")
            self.command = None
            del self.asked[error["id"]]
            self.wait_for = error["seq"]
        elif code in FINAL or self.tried_once_more:
            raise GivenUp(f"{code}: {error['message']}")
        else:
            self.tried_once_more = True
            self.asked[error["id"]] = Asked(asked.message, time.monotonic() + 1)

    # -- Deciding --

    def is_done(self) -> bool:
        return self.closed or (self.is_leaving() and self.offer is None)

    def is_leaving(self) -> bool:
        """Whether no further game is to be played, or none has been offered for a long time."""
        if self.over_since is None:
            return False
        return self.game["number"] >= self.last_number or time.monotonic() - self.over_since > self.options.wait

    def decide(self) -> None:
        """Does what there is to do, if anything: answers an offer, plays a move, offers a rematch."""
        if self.game is None:
            return
        number = self.game["number"]
        if self.offer and self.offer["seat"] != self.you:
            self.do(type="answer", offer=self.offer["seq"], accept=self.accepts(self.offer["what"]))
        elif self.game["result"] is None:
            # Who is not to move is sent no legal moves, and the last ones are for another position.
            if self.legal and self.legal["position"] == self.game["position"]:
                self.do(type="move", position=self.legal["position"], move=self.choose())
        elif self.offer:
            if self.is_leaving():
                self.do(type="withdraw", offer=self.offer["seq"])
        elif self.options.offer_rematches and number > self.offered_after:
            self.offered_after = number
            self.do(type="offer", game=number, what="rematch")

    def accepts(self, what: str) -> bool:
        if what == "rematch":
            return self.game["number"] < self.last_number
        return what == "draw" and self.options.accept_draws

    def choose(self) -> str:
        # Chance hangs on nothing but the seed and the place in the game, so that the same seed plays the same game,
        # whatever happens to the connection.
        lot = random.Random(f"{self.options.seed}/{self.game['number']}/{self.ply}")
        return self.player.choose(self.game["game"], self.legal, self.game["board"], lot)


def new_id() -> str:
    """An id that no other message has, not even one of this program before it was started again."""
    return secrets.token_hex(12)


def say(text: str) -> None:
    """Tells whoever looks on. Never a token."""
    print(text, file=sys.stderr, flush=True)


# ---- The command line ------------------------------------------------------------------------------------------------


def seat_token(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{32}", text):
        raise argparse.ArgumentTypeError("a token has 32 lower-case hexadecimal digits")
    return text


def kept_token(path: str) -> str:
    """The token in a file, or a new one that is kept there before it is used ("Tokens: who sits where")."""
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(16) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        pass
    with open(path, encoding="ascii") as file:
        return seat_token(file.read().strip())


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Plays in a room of a Sauterelle server until its games are over.",
        epilog="Exit codes: 0 the games are over; 1 it was refused, or the server stayed away; 2 wrong options.")
    parser.add_argument("link", help="the room's link, http://HOST:PORT/r/ROOM; with #seat=TOKEN it brings the token")
    seat = parser.add_mutually_exclusive_group()
    seat.add_argument("--token", type=seat_token, help="what holds the seat, or shall hold it; otherwise a new one is "
                      "drawn, and the seat is lost with this program")
    seat.add_argument("--token-file", metavar="FILE", help="where the token is kept; made if it is not there")
    parser.add_argument("--name", help="what to be called")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--random", dest="player", action="store_const", const="random", default="random",
                     help="play any of the legal moves (as if left out)")
    how.add_argument("--greedy", dest="player", action="store_const", const="greedy",
                     help="take what can be taken, otherwise go straight for the goal")
    parser.add_argument("--seed", help="play the same again in the same places; otherwise a new one is drawn")
    parser.add_argument("--rematches", type=int, default=0, metavar="N", help="play up to N games more (0)")
    parser.add_argument("--offer-rematches", action="store_true", help="offer them, too, and not only accept them")
    parser.add_argument("--accept-draws", action="store_true", help="accept a draw that is offered")
    parser.add_argument("--wait", type=float, default=60, metavar="SECONDS",
                        help="how long to wait for a rematch after a game (60)")
    parser.add_argument("--give-up", type=float, default=900, metavar="SECONDS",
                        help="how long the server may be away (900)")
    chosen = parser.parse_args()
    found = re.fullmatch(r"/r/([^/]+)/?", urlsplit(chosen.link).path)
    try:
        chosen.server = Server(chosen.link)
        if not found:
            raise ValueError("a room's link ends with /r/ROOM")
        chosen.room = found[1]
        brought = re.fullmatch("seat=([0-9a-f]{32})", urlsplit(chosen.link).fragment)
        if chosen.token_file:
            chosen.token = kept_token(chosen.token_file)
        elif not chosen.token:
            chosen.token = brought[1] if brought else secrets.token_hex(16)
    except (ValueError, OSError, argparse.ArgumentTypeError) as error:
        parser.error(str(error))
    chosen.seed = chosen.seed or secrets.token_hex(8)
    return chosen


def main() -> int:
    chosen = options()
    say(f"playing with --seed {chosen.seed}")
    player = GreedyPlayer(chosen.server) if chosen.player == "greedy" else RandomPlayer()
    try:
        Bot(chosen.server, chosen.room, chosen.token, player, chosen).run()
    except GivenUp as reason:
        say(f"giving up: {reason}")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
