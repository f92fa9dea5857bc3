-- When somebody must look at a room, and how it stands in the lobby. Both are written with the head.
alter table rooms add column due integer;   -- milliseconds since 1970; null if nothing will ever be due
alter table rooms add column listing text;  -- the lobby's entry as JSON while strangers may take a seat; null otherwise
-- Nothing is appended to a closed room any more, and its id is never used again.
alter table rooms add column closed integer not null default 0 check (closed in (0, 1));

-- Rooms from before had no deadlines. Whoever looks at one after its time finds out what is due.
update rooms set due = touched + 2592000000;

create index rooms_by_due on rooms (due) where due is not null;
create index rooms_listed on rooms (created desc, id) where listing is not null;

-- When a server last said that it lives. At most one row.
create table heartbeat (
    one integer primary key check (one = 1),
    last integer not null,      -- milliseconds since 1970; never goes back
    previous integer not null   -- what `last` was before
) strict;

-- The times in which no server lived. They never overlap.
create table outages (
    began integer primary key,
    ended integer not null,
    check (began < ended)
) strict;

-- What lies beside a room's log and has a counter or only one value. A closed room has none.
create table asides (
    room text primary key references rooms (id),
    players_said integer not null default 0,  -- the number of the last line in the players' chat
    watchers_said integer not null default 0, -- and in the watchers'
    host_name text,
    guest_name text
) strict, without rowid;

-- The chat, by room and channel.
create table chat (
    room text not null references rooms (id),
    channel text not null,
    n integer not null,         -- the line's number in its channel, from 1 without gaps
    id text not null,           -- names the line, so that one that is sent again is known
    seat text,                  -- whose line it is; null for a watcher's
    name text,
    text text not null,
    time integer not null,
    primary key (room, channel, n),
    unique (room, id)
) strict, without rowid;
