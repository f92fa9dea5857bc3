//! WebSocket frames as they go over the wire: only so much of RFC 6455 that a network can tell one from the next.

use tokio::io::{AsyncRead, AsyncReadExt};

/// The last bytes of an HTTP head. Frames follow it on a connection that became a WebSocket.
const END_OF_HEAD: &[u8] = b"\r\n\r\n";

/// A frame, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Vec<u8>);

/// Where the parts of a frame are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    mask: Option<usize>,
    payload: usize,
    end: usize,
}

impl Layout {
    /// The layout of the frame that begins here; `None` if more has to be read to tell.
    fn of(bytes: &[u8]) -> Option<Self> {
        let second = *bytes.get(1)?;
        let (length, after) = match second & 0x7f {
            126 => (u64::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?)), 4),
            127 => (u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?), 10),
            length => (u64::from(length), 2),
        };
        let mask = (second & 0x80 != 0).then_some(after);
        let payload: usize = after + mask.map_or(0, |_| 4);
        let end = payload.checked_add(usize::try_from(length).ok()?)?;
        Some(Self { mask, payload, end })
    }
}

impl Frame {
    /// All its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// What it says, if it is a text that is whole in this one frame.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        if self.0.first() != Some(&0x81) {
            return None;
        }
        let layout = Layout::of(&self.0)?;
        let mut payload = self.0.get(layout.payload..layout.end)?.to_vec();
        if let Some(mask) = layout.mask.and_then(|at| self.0.get(at..at + 4)) {
            payload.iter_mut().zip(mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
        }
        String::from_utf8(payload).ok()
    }
}

/// Reads one way of a connection that becomes a WebSocket: the HTTP head, then frames.
#[derive(Debug)]
pub struct FrameReader<R> {
    from: R,
    read: Vec<u8>,
}

impl<R: AsyncRead + Unpin> FrameReader<R> {
    /// Nothing is read yet.
    pub const fn new(from: R) -> Self {
        Self { from, read: Vec::new() }
    }

    /// The HTTP head; `None` if the connection ends before. Can be dropped while it waits without losing anything.
    pub async fn head(&mut self) -> Option<Vec<u8>> {
        loop {
            let end = self.read.windows(END_OF_HEAD.len()).position(|window| window == END_OF_HEAD);
            if let Some(end) = end {
                return Some(self.take(end + END_OF_HEAD.len()));
            }
            self.more().await?;
        }
    }

    /// The next frame; `None` if the connection ends before. Can be dropped while it waits without losing anything.
    pub async fn next(&mut self) -> Option<Frame> {
        loop {
            match Layout::of(&self.read) {
                Some(layout) if layout.end <= self.read.len() => return Some(Frame(self.take(layout.end))),
                _ => self.more().await?,
            }
        }
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        let rest = self.read.split_off(length);
        std::mem::replace(&mut self.read, rest)
    }

    async fn more(&mut self) -> Option<()> {
        // A connection that breaks ends like one that is closed.
        let read = self.from.read_buf(&mut self.read).await.unwrap_or(0);
        (read > 0).then_some(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A masked text frame, as clients send them.
    pub(crate) fn masked(text: &str) -> Vec<u8> {
        let mask = [7, 0, 255, 33];
        let mut bytes = vec![0x81];
        match text.len() {
            length @ 0..126 => bytes.push(0x80 | u8::try_from(length).unwrap()),
            length @ 126..65536 => {
                bytes.push(0x80 | 126);
                bytes.extend(u16::try_from(length).unwrap().to_be_bytes());
            }
            length => {
                bytes.push(0x80 | 127);
                bytes.extend(u64::try_from(length).unwrap().to_be_bytes());
            }
        }
        bytes.extend(mask);
        bytes.extend(text.bytes().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        bytes
    }

    #[tokio::test]
    async fn heads_and_frames_are_told_apart() {
        let head = "GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n";
        let texts = [String::new(), "hello".to_owned(), "ü".repeat(100), "x".repeat(70_000)];
        let mut bytes = head.as_bytes().to_vec();
        texts.iter().for_each(|text| bytes.extend(masked(text)));
        bytes.extend([0x8a, 0]);
        bytes.extend([0x81, 3, b'e', b'n']);

        let mut reader = FrameReader::new(bytes.as_slice());
        assert_eq!(reader.head().await.as_deref(), Some(head.as_bytes()));
        for text in texts {
            let frame = reader.next().await.unwrap();
            assert_eq!(frame.bytes(), masked(&text));
            assert_eq!(frame.text(), Some(text));
        }
        let pong = reader.next().await.unwrap();
        assert_eq!((pong.bytes(), pong.text()), ([0x8a, 0].as_slice(), None));
        assert_eq!(reader.next().await, None, "half a frame is none");
    }

    #[tokio::test]
    async fn frames_may_come_in_any_pieces() {
        let (mut to, from) = tokio::io::duplex(64);
        let writing = tokio::spawn(async move {
            for byte in [b"\r\n\r\n".as_slice(), &masked("one"), &masked("two")].concat() {
                tokio::io::AsyncWriteExt::write_all(&mut to, &[byte]).await.unwrap();
                tokio::task::yield_now().await;
            }
        });
        let mut reader = FrameReader::new(from);
        assert_eq!(reader.head().await.as_deref(), Some(END_OF_HEAD));
        for text in ["one", "two"] {
            assert_eq!(reader.next().await.unwrap().text().as_deref(), Some(text));
        }
        assert_eq!(reader.next().await, None);
        writing.await.unwrap();
    }
}
