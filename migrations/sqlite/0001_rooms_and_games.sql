-- The head of each room's log. An append moves it on only if `seq` is still what the decision was made on.
create table rooms (
    id text primary key,
    seq integer not null,       -- the number of the last event
    created integer not null,   -- milliseconds since 1970
    touched integer not null    -- when the last event happened
) strict, without rowid;

-- The events of all rooms.
create table events (
    room text not null references rooms (id),
    seq integer not null,
    append text not null,       -- names the append that stored the event, so that its fate can be read back
    body text not null,         -- the event as JSON
    primary key (room, seq)
) strict, without rowid;

-- The archive of finished games, the only truth for statistics.
create table games (
    id text primary key,
    room text not null,
    number integer not null,    -- the game's number in its room
    game text not null,         -- the game's id in the catalogue
    outcome text not null,
    started integer not null,
    ended integer not null,
    body text not null,         -- all that is told of the game, as JSON
    unique (room, number)
) strict;

create index games_by_outcome on games (game, outcome);
