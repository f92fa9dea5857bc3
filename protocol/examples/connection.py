"""How the examples reach a server: HTTP and a WebSocket, with Python's standard library alone.

Whoever has libraries for both at hand needs nothing of this.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import os
import socket
import ssl
import struct
import time
from urllib.parse import urlsplit


class ConnectionLost(Exception):
    """The connection is gone, or is of no more use. Connecting again is right, after `wait` seconds at least."""

    def __init__(self, why: str, wait: float = 0):
        super().__init__(why)
        self.wait = wait


class GivenUp(Exception):
    """Going on is of no use."""


class Server:
    """Where the server is: the scheme, the host and the port of a link."""

    TIMEOUT = 10  # seconds for connecting, for sending, and for an answer over HTTP

    def __init__(self, link: str):
        parts = urlsplit(link)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("a link begins with http://HOST or https://HOST")
        self.secure = parts.scheme == "https"
        self.host = parts.hostname
        self.port = parts.port or (443 if self.secure else 80)
        self.authority = parts.netloc.rpartition("@")[2]

    def get(self, path: str) -> dict:
        """Asks for something over HTTP that is JSON ("HTTP" in the guide)."""
        try:
            return json.loads(self.text(path))
        except ValueError as error:
            raise GivenUp(f"GET {path}: what came is not JSON") from error

    def text(self, path: str) -> str:
        """The same for a text."""
        kind = http.client.HTTPSConnection if self.secure else http.client.HTTPConnection
        connection = kind(self.host, self.port, timeout=self.TIMEOUT)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            if answer.status != 200:
                raise refusal(f"GET {path}", answer.status, answer.getheader("Retry-After"))
            return answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionLost(f"GET {path}: {error}") from error
        finally:
            connection.close()

    def connect(self) -> socket.socket:
        """Opens a connection, with TLS if the link says so."""
        try:
            stream = socket.create_connection((self.host, self.port), timeout=self.TIMEOUT)
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.secure:
                stream = ssl.create_default_context().wrap_socket(stream, server_hostname=self.host)
            return stream
        except OSError as error:
            raise ConnectionLost(f"no connection to {self.authority}: {error}") from error


def refusal(what: str, status: int, retry_after: str | None) -> Exception:
    """What to raise on a status that is no success: later it may go better, or it never will."""
    if status == 429 or status >= 500:
        wait = int(retry_after) if retry_after and retry_after.isdecimal() else 0
        return ConnectionLost(f"{what}: status {status}", wait)
    return GivenUp(f"{what}: status {status}; is this a link to a Sauterelle server?")


class WebSocket:
    """As much of RFC 6455 as a client needs that sends and receives texts. Any WebSocket library does this as well."""

    GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    CONTINUATION, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA
    LONGEST = 16 * 1024 * 1024  # bytes of a text; no message comes near it

    def __init__(self, server: Server, path: str):
        self.received = bytearray()  # what is not yet a whole frame
        self.text = bytearray()  # what is not yet a whole text
        self.stream = server.connect()
        try:
            self._upgrade(server, path)
        except BaseException:
            self.stream.close()
            raise

    def __enter__(self) -> WebSocket:
        return self

    def __exit__(self, *_) -> None:
        try:
            self._send(self.CLOSE, struct.pack(">H", 1000))
        except ConnectionLost:
            pass  # then there is nobody to say it to
        self.stream.close()

    def send(self, text: str) -> None:
        self._send(self.TEXT, text.encode())

    def receive(self, timeout: float) -> str | None:
        """The next text, or None if none is there after so many seconds. Answers pings meanwhile."""
        until = time.monotonic() + timeout
        while True:
            frame = self._next_frame()
            if frame is None:
                left = until - time.monotonic()
                if left <= 0 or not self._read(left):
                    return None
                continue
            last, opcode, payload = frame
            if opcode in (self.TEXT, self.CONTINUATION):
                self.text += payload
                if last:
                    whole, self.text = self.text, bytearray()
                    return whole.decode(errors="replace")
            elif opcode == self.PING:
                self._send(self.PONG, payload)
            elif opcode == self.CLOSE:
                code = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else "no code"
                raise ConnectionLost(f"the server closed the socket with {code}")

    def _upgrade(self, server: Server, path: str) -> None:
        """The handshake: an HTTP request after which the connection is a WebSocket."""
        key = base64.b64encode(os.urandom(16)).decode()
        request = [f"GET {path} HTTP/1.1", f"Host: {server.authority}", "Connection: Upgrade", "Upgrade: websocket",
                   "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", ""]
        until = time.monotonic() + server.TIMEOUT
        self._write("\r\n".join(request).encode())
        while b"\r\n\r\n" not in self.received:
            left = until - time.monotonic()
            if left <= 0 or len(self.received) > 65536 or not self._read(left):
                raise ConnectionLost("the server did not answer the handshake")
        head, _, rest = bytes(self.received).partition(b"\r\n\r\n")
        self.received = bytearray(rest)
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        status = int((first.split() + ["0", "0"])[1])
        if status != 101:
            raise refusal(f"GET {path}", status, headers.get("retry-after"))
        accept = base64.b64encode(hashlib.sha1((key + self.GUID).encode()).digest()).decode()
        if headers.get("sec-websocket-accept") != accept:
            raise GivenUp(f"GET {path}: this is no WebSocket")

    def _next_frame(self) -> tuple[bool, int, bytes] | None:
        """Takes a frame off what was received, if there is a whole one: whether it is the last of its message, what
        it is, and what it holds."""
        data = self.received
        if len(data) < 2:
            return None
        length, start = data[1] & 0x7F, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(data) < start:
                return None
            length = int.from_bytes(data[2:start], "big")
        # Reserved bits stand for extensions, which nobody asked for, and a server does not mask.
        if data[0] & 0x70 or data[1] & 0x80 or length + len(self.text) > self.LONGEST:
            raise ConnectionLost("the server sent a frame that cannot be")
        if len(data) < start + length:
            return None
        frame = bool(data[0] & 0x80), data[0] & 0x0F, bytes(data[start:start + length])
        del data[:start + length]
        return frame

    def _send(self, opcode: int, payload: bytes) -> None:
        """Sends a frame. What a client sends is masked."""
        length = len(payload)
        size = bytes([0x80 | length]) if length < 126 else struct.pack(">BH", 0x80 | 126, length)
        mask = os.urandom(4)
        self._write(bytes([0x80 | opcode]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def _write(self, data: bytes) -> None:
        try:
            self.stream.settimeout(Server.TIMEOUT)
            self.stream.sendall(data)
        except OSError as error:
            raise ConnectionLost(f"the connection broke: {error}") from error

    def _read(self, timeout: float) -> bool:
        """Receives some more bytes. False if none came in time."""
        try:
            self.stream.settimeout(timeout)
            data = self.stream.recv(65536)
        except socket.timeout:
            return False
        except OSError as error:
            raise ConnectionLost(f"the connection broke: {error}") from error
        if not data:
            raise ConnectionLost("the server closed the connection")
        self.received += data
        return True
