/**
 * Where a room's socket is. The server does not need the room there; a balancer before several servers keeps the
 * room's sockets together by it.
 *
 * @param {string} room
 */
export function socketAddress(room) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/socket?room=${encodeURIComponent(room)}`;
}
