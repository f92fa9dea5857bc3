-- The head of each room's log. An append moves it on only if `seq` is still what the decision was made on.
create table rooms (
    id text collate "C" primary key,
    seq bigint not null,        -- the number of the last event
    created bigint not null,    -- milliseconds since 1970
    touched bigint not null     -- when the last event happened
);

-- The events of all rooms. They are written only together with the head of their room, so no foreign key watches them.
create table events (
    room text collate "C" not null,
    seq bigint not null,
    append uuid not null,       -- names the append that stored the event, so that its fate can be read back
    body text not null,         -- the event as JSON
    primary key (room, seq)
);

-- The archive of finished games, the only truth for statistics.
create table games (
    id text collate "C" primary key,
    room text collate "C" not null,
    number bigint not null,     -- the game's number in its room
    game text collate "C" not null, -- the game's id in the catalogue
    outcome text collate "C" not null,
    started bigint not null,
    ended bigint not null,
    body text not null,         -- all that is told of the game, as JSON
    unique (room, number)
);

create index games_by_outcome on games (game, outcome);
