-- When somebody must look at a room, and how it stands in the lobby. Both are written with the head, and most moves
-- leave both as they were, so that no index has to be touched.
alter table rooms
    add column due bigint,      -- milliseconds since 1970; null if nothing will ever be due
    add column listing text collate "C", -- the lobby's entry as JSON while strangers may take a seat; null otherwise
    add column closed boolean not null default false; -- nothing is appended any more; the id is never used again

-- Rooms from before had no deadlines. Whoever looks at one after its time finds out what is due.
update rooms set due = touched + 2592000000;

create index rooms_by_due on rooms (due) where due is not null;
create index rooms_listed on rooms (created desc, id) where listing is not null;

-- When a server last said that it lives. At most one row; whoever changes it waits for whoever is changing it.
create table heartbeat (
    one boolean primary key default true check (one),
    last bigint not null,       -- milliseconds since 1970; never goes back
    previous bigint not null    -- what `last` was before
);

-- The times in which no server lived. They never overlap.
create table outages (
    began bigint primary key,
    ended bigint not null,
    check (began < ended)
);

-- The servers that gave a sign of life of late. Written by `take_sign` alone.
create table servers (
    id uuid primary key,
    session text not null,      -- the application name of all its connections
    seen bigint not null,       -- when it gave the last sign, by the heartbeat
    rests boolean not null      -- that was to say that it stops
);

-- Takes in a server's sign of life, and records an outage if none has lived: if the latest sign is longer ago than
-- `gap`, or if this server starts and is alone. Returns the latest time that any server has told.
--
-- Whoever comes while another server is at it waits for the heartbeat's row. As each statement sees what was committed
-- before it began, all after that see what the other has left. So no two see the same gap, or both start alone.
create function take_sign(server uuid, named text, at bigint, gap bigint, resting boolean) returns bigint
language sql volatile as $$
    insert into heartbeat (last, previous) values (at, at) on conflict (one) do nothing;
    update heartbeat set previous = last, last = greatest(last, at);
    -- A server whose process has died has no connections any more, unless the network or its machine died with it.
    insert into outages (began, ended)
    select previous, last from heartbeat
    where last - previous > gap or last > previous
        and not exists (select from servers where id = server)
        and not exists (
            select from servers join pg_stat_activity on application_name = session
            where not rests and seen >= last - gap
        );
    insert into servers (id, session, seen, rests) select server, named, last, resting from heartbeat
    on conflict (id) do update set seen = excluded.seen, rests = servers.rests or excluded.rests;
    -- An hour later.
    delete from servers where seen < (select last from heartbeat) - 3600000;
    select last from heartbeat;
$$;

-- What lies beside a room's log and has a counter or only one value. Whoever says something locks the room's row.
create table asides (
    room text collate "C" primary key,
    players_said bigint not null default 0,  -- the number of the last line in the players' chat
    watchers_said bigint not null default 0, -- and in the watchers'
    host_name text,
    guest_name text,
    closed boolean not null default false    -- stays when the room is closed, so that nothing can be said after
);

-- The chat, by room and channel.
create table chat (
    room text collate "C" not null,
    channel text collate "C" not null,
    n bigint not null,          -- the line's number in its channel, from 1 without gaps
    id uuid not null,           -- names the line, so that one that is sent again is known
    seat text collate "C",      -- whose line it is; null for a watcher's
    name text,
    text text not null,
    time bigint not null,
    primary key (room, channel, n),
    unique (room, id)
);

-- Who is in a room, as each server tells. It need not survive a crash of the database, as it soon is told again.
create unlogged table presence (
    room text collate "C" not null,
    server uuid not null,
    host_here boolean,          -- null if the host was never seen there
    host_since bigint,
    guest_here boolean,
    guest_since bigint,
    watchers bigint not null,
    seen bigint not null,       -- when the server last said so
    primary key (room, server)
) with (fillfactor = 50);
