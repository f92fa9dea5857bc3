-- What the players' clocks were is told of a finished game from now on. Earlier games had those of their room; of a room
-- that is closed it is not known any more.
update games set body = (games.body::jsonb || jsonb_build_object('clock', opened.body::jsonb -> 'clock'))::text
from events as opened
where opened.room = games.room and opened.seq = 1 and jsonb_typeof(opened.body::jsonb -> 'clock') = 'object';

-- What finished games are counted and searched by, taken from the body whoever writes it.
alter table games
    add column reason text collate "C" generated always as (body::jsonb ->> 'reason') stored,
    add column plies integer
        generated always as (coalesce(jsonb_array_length(body::jsonb -> 'moves'), 0)) stored,
    add column clocked smallint     -- 1 with clocks, 0 without
        generated always as (case jsonb_typeof(body::jsonb -> 'clock') when 'object' then 1 else 0 end) stored,
    add column first_move text collate "C" generated always as (body::jsonb #>> '{moves,0}') stored,
    add column opening text collate "C" -- the first four moves, each with a space after it
        generated always as (
            coalesce(body::jsonb #>> '{moves,0}' || ' ', '') || coalesce(body::jsonb #>> '{moves,1}' || ' ', '')
            || coalesce(body::jsonb #>> '{moves,2}' || ' ', '') || coalesce(body::jsonb #>> '{moves,3}' || ' ', '')
        ) stored;

-- Counting has tables of its own now; looking for games is from the newest back.
drop index games_by_outcome;
create index games_by_end on games (ended, id);
create index games_of_kind_by_end on games (game, ended, id);
create index games_by_reason on games (game, reason, ended, id);
create index games_by_first_move on games (game, first_move, ended, id);
create index games_by_level on games (computer, ended, id) where computer is not null;

-- How games came out, added up by day and by month. It is a roll-up of `games`, which can be made anew at any time.
create table stats (
    game text collate "C" not null,
    level smallint not null,        -- the computer's, or -1 for all its levels together; 0 where two people played
    clocked smallint not null,
    feature text collate "C" not null, -- what games are told apart by: `all` (by nothing), `reason` or `first_move`
    span text collate "C" not null, -- `day` or `month`, in UTC
    start integer not null,         -- the span's first day, in days since 1970
    what text collate "C" not null, -- the reason or the first move; empty for `all`
    games bigint not null,
    first bigint not null,          -- won by the first side
    second bigint not null,         -- won by the second side
    draws bigint not null,
    plies bigint not null,          -- of all games together
    shortest bigint not null,       -- in plies
    longest bigint not null,
    duration bigint not null,       -- of all games together, in milliseconds
    pairs bigint not null,          -- games that are the rematch of one that counts, too
    same_player bigint not null,    -- of these, both won by the same player, who had changed sides
    same_side bigint not null,      -- of these, both won by the same side
    primary key (game, level, clocked, feature, span, start, what)
) with (fillfactor = 80);
create index stats_of_all_games on stats (level, clocked, span, start) where feature = 'all';

-- The archived games that `stats` does not hold yet. Whoever rolls them up takes them out in the same transaction, so
-- each is counted once, in whatever order games are committed.
create table uncounted_games (
    id text collate "C" primary key
) with (fillfactor = 50);
insert into uncounted_games select id from games;

create function note_uncounted_games() returns trigger language plpgsql as $$
begin
    insert into uncounted_games select id from archived;
    return null;
end
$$;
create trigger games_are_counted after insert on games referencing new table as archived
for each statement execute function note_uncounted_games();

-- What each finished game adds to `stats`: one row for each level it counts for, feature and span. Games with the outcome `none` do not count.
create view stats_of_games as
select
    games.id, games.game, opponent.level, games.clocked, feature.feature, span.span,
    span.start::integer as start, feature.what,
    1::bigint as games,
    (games.outcome = 'first')::integer::bigint as first,
    (games.outcome = 'second')::integer::bigint as second,
    (games.outcome = 'draw')::integer::bigint as draws,
    games.plies::bigint as plies, games.plies::bigint as shortest, games.plies::bigint as longest,
    games.ended - games.started as duration,
    (before.id is not null)::integer::bigint as pairs,
    -- With a rematch the players change sides.
    ((before.outcome <> games.outcome and before.outcome <> 'draw' and games.outcome <> 'draw')
        is true)::integer::bigint as same_player,
    ((before.outcome = games.outcome and games.outcome <> 'draw') is true)::integer::bigint as same_side
from games
-- The game before is always committed before its rematch.
left join games as before on before.room = games.room and before.number = games.number - 1
    and before.game = games.game and before.outcome <> 'none'
cross join lateral (values
    (coalesce(games.computer, 0::smallint)), (case when games.computer is not null then -1::smallint end)
) as opponent (level)
cross join lateral (values
    ('all', ''), ('reason', games.reason), ('first_move', games.first_move)
) as feature (feature, what)
cross join lateral (values
    ('day', games.ended / 86400000),
    ('month', date_trunc('month', timestamp '1970-01-01' + games.ended / 86400000 * interval '1 day')::date
        - date '1970-01-01')
) as span (span, start)
where games.outcome <> 'none' and opponent.level is not null and feature.what is not null;
