//! What lies beside the logs.

use async_trait::async_trait;
use protocol::{RoomId, Seat, Timestamp};
use server::StoreError;
use server::store::{
    Aside, AsideHead, AsideStore, Channel, ChatLine, Hint, KEPT_LINES, Names, PerChannel, Presence, Said, ServerId,
};

use super::{Contents, MemoryStore};

/// What lies beside one log.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) names: Names,
    lines: PerChannel<Vec<Said>>,
    forgotten: u64,
}

impl Contents {
    fn is_open(&self, room: RoomId) -> bool {
        self.rooms.get(&room).is_some_and(|row| !row.closed)
    }

    fn aside_head(&self, asker: ServerId, now: Timestamp, room: RoomId) -> AsideHead {
        let row = self.asides.get(&room).cloned().unwrap_or_default();
        let last = |channel| row.lines.get(channel).last().map_or(0, |said: &Said| said.n);
        AsideHead {
            said: PerChannel { players: last(Channel::Players), watchers: last(Channel::Watchers) },
            names: row.names,
            forgotten: row.forgotten,
            elsewhere: self.presence.elsewhere(asker, now, room),
        }
    }
}

#[async_trait]
impl AsideStore for MemoryStore {
    async fn say(&self, room: RoomId, line: &ChatLine) -> Result<Option<u64>, StoreError> {
        self.until_it_answers().await;
        let mut contents = self.contents.lock().unwrap();
        if !contents.is_open(room) {
            return Ok(None);
        }
        let lines = &mut contents.asides.entry(room).or_default().lines;
        if let Some(said) = lines.players.iter().chain(&lines.watchers).find(|said| said.line.id == line.id) {
            return Ok(Some(said.n));
        }
        let lines = lines.get_mut(line.channel);
        let n = lines.last().map_or(0, |said| said.n) + 1;
        lines.push(Said { n, line: line.clone() });
        lines.retain(|said| said.n + KEPT_LINES > n);
        drop(contents);
        self.tell(Hint::Asides(vec![room]));
        Ok(Some(n))
    }

    async fn set_name(&self, room: RoomId, seat: Seat, name: Option<&str>) -> Result<bool, StoreError> {
        self.until_it_answers().await;
        let mut contents = self.contents.lock().unwrap();
        if !contents.is_open(room) {
            return Ok(false);
        }
        let kept = contents.asides.entry(room).or_default().names.get_mut(seat);
        let changed = kept.as_deref() != name;
        *kept = name.map(str::to_owned);
        drop(contents);
        if changed {
            self.tell(Hint::Asides(vec![room]));
        }
        Ok(changed)
    }

    async fn forget(&self, room: RoomId, seat: Option<Seat>) -> Result<bool, StoreError> {
        self.until_it_answers().await;
        let mut contents = self.contents.lock().unwrap();
        if !contents.is_open(room) {
            return Ok(false);
        }
        let row = contents.asides.entry(room).or_default();
        row.forgotten += 1;
        if let Some(seat) = seat {
            *row.names.get_mut(seat) = None;
        }
        let lines = row.lines.players.iter_mut().chain(&mut row.lines.watchers);
        for said in lines.filter(|said| said.line.from == seat) {
            (said.line.name, said.line.text) = (None, String::new());
        }
        if let Some(row) = contents.rooms.get_mut(&room).filter(|_| seat == Some(Seat::Host))
            && let Some(listing) = &mut row.listing
        {
            let mut entry: serde_json::Value = serde_json::from_str(listing).unwrap();
            entry.as_object_mut().unwrap().remove("name");
            *listing = entry.to_string();
        }
        drop(contents);
        self.tell(Hint::Asides(vec![room]));
        Ok(true)
    }

    async fn aside(
        &self,
        asker: ServerId,
        now: Timestamp,
        room: RoomId,
        after: PerChannel<u64>,
        limit: u32,
    ) -> Result<Aside, StoreError> {
        self.until_it_answers().await;
        let contents = self.contents.lock().unwrap();
        let lines = |channel| {
            let lines = contents.asides.get(&room).map(|row| row.lines.get(channel).as_slice()).unwrap_or_default();
            let mut lines: Vec<_> = lines.iter().filter(|said| said.n > *after.get(channel)).cloned().collect();
            lines.drain(..lines.len().saturating_sub(limit as usize));
            lines
        };
        let lines = PerChannel { players: lines(Channel::Players), watchers: lines(Channel::Watchers) };
        Ok(Aside { head: contents.aside_head(asker, now, room), lines })
    }

    async fn attend(
        &self,
        server: ServerId,
        now: Timestamp,
        here: &[(RoomId, Presence)],
    ) -> Result<Vec<(RoomId, AsideHead)>, StoreError> {
        self.until_it_answers().await;
        let mut contents = self.contents.lock().unwrap();
        // As somebody else sees it.
        let (others, presence) = (ServerId::new(), &mut contents.presence);
        let before: Vec<_> = here.iter().map(|(room, _)| presence.elsewhere(others, now, *room)).collect();
        presence.tell(server, now, here);
        let changed = here.iter().zip(before).filter(|((room, _), old)| presence.elsewhere(others, now, *room) != *old);
        let changed: Vec<_> = changed.map(|((room, _), _)| *room).collect();
        if !changed.is_empty() {
            self.tell(Hint::Asides(changed));
        }
        let heads = here.iter().map(|(room, _)| (*room, contents.aside_head(server, now, *room)));
        Ok(heads.filter(|(_, head)| *head != AsideHead::default()).collect())
    }

    async fn part(&self, server: ServerId) -> Result<(), StoreError> {
        self.contents.lock().unwrap().presence.part(server);
        Ok(())
    }
}
