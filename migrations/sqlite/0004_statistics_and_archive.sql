-- What the players' clocks were is told of a finished game from now on. Earlier games had those of their room; of a room
-- that is closed it is not known any more.
update games set body = json_set(games.body, '$.clock', opened.body -> '$.clock')
from events as opened
where opened.room = games.room and opened.seq = 1 and json_type(opened.body, '$.clock') = 'object';

-- What finished games are counted and searched by, taken from the body whoever writes it.
alter table games add column reason text generated always as (body ->> '$.reason') virtual;
alter table games add column plies integer
    generated always as (coalesce(json_array_length(body, '$.moves'), 0)) virtual;
-- 1 with clocks, 0 without.
alter table games add column clocked integer
    generated always as (case json_type(body, '$.clock') when 'object' then 1 else 0 end) virtual;
alter table games add column first_move text generated always as (body ->> '$.moves[0]') virtual;
-- The first four moves, each with a space after it.
alter table games add column opening text generated always as (
    coalesce(body ->> '$.moves[0]' || ' ', '') || coalesce(body ->> '$.moves[1]' || ' ', '')
    || coalesce(body ->> '$.moves[2]' || ' ', '') || coalesce(body ->> '$.moves[3]' || ' ', '')
) virtual;

-- Counting has tables of its own now; looking for games is from the newest back.
drop index games_by_outcome;
create index games_by_end on games (ended, id);
create index games_of_kind_by_end on games (game, ended, id);
create index games_by_reason on games (game, reason, ended, id);
create index games_by_first_move on games (game, first_move, ended, id);
create index games_by_level on games (computer, ended, id) where computer is not null;

-- How games came out, added up by day and by month. It is a roll-up of `games`, which can be made anew at any time.
create table stats (
    game text not null,
    level integer not null,     -- the computer's, or -1 for all its levels together; 0 where two people played
    clocked integer not null,
    feature text not null,      -- what games are told apart by: `all` (by nothing), `reason` or `first_move`
    span text not null,         -- `day` or `month`, in UTC
    start integer not null,     -- the span's first day, in days since 1970
    what text not null,         -- the reason or the first move; empty for `all`
    games integer not null,
    first integer not null,     -- won by the first side
    second integer not null,    -- won by the second side
    draws integer not null,
    plies integer not null,     -- of all games together
    shortest integer not null,  -- in plies
    longest integer not null,
    duration integer not null,  -- of all games together, in milliseconds
    pairs integer not null,     -- games that are the rematch of one that counts, too
    same_player integer not null, -- of these, both won by the same player, who had changed sides
    same_side integer not null, -- of these, both won by the same side
    primary key (game, level, clocked, feature, span, start, what)
) strict, without rowid;
create index stats_of_all_games on stats (level, clocked, span, start) where feature = 'all';

-- The archived games that `stats` does not hold yet. Whoever rolls them up takes them out in the same transaction, so
-- each is counted once.
create table uncounted_games (
    id text primary key
) strict, without rowid;
insert into uncounted_games select id from games;

create trigger games_are_counted after insert on games begin
    insert into uncounted_games (id) values (new.id);
end;

-- What each finished game adds to `stats`: one row for each level it counts for, feature and span. Games with the outcome `none` do not count.
create view stats_of_games as
with features (feature) as (values ('all'), ('reason'), ('first_move')), spans (span) as (values ('day'), ('month')),
opponents (together) as (values (0), (1)),
played as (
    select
        id, room, number, game, computer, clocked, outcome, reason, plies,
        ended - started as duration, ended / 86400000 as day,
        unixepoch(ended / 1000, 'unixepoch', 'start of month') / 86400 as month, first_move
    from games where outcome <> 'none'
)
select
    played.id, played.game,
    case opponents.together when 0 then coalesce(played.computer, 0) else -1 end as level, played.clocked, features.feature, spans.span,
    case spans.span when 'day' then played.day else played.month end as start,
    case features.feature when 'all' then '' when 'reason' then played.reason else played.first_move end as what,
    1 as games,
    played.outcome = 'first' as first,
    played.outcome = 'second' as second,
    played.outcome = 'draw' as draws,
    played.plies as plies, played.plies as shortest, played.plies as longest, played.duration,
    before.id is not null as pairs,
    -- With a rematch the players change sides.
    (before.outcome <> played.outcome and before.outcome <> 'draw' and played.outcome <> 'draw') is true as same_player,
    (before.outcome = played.outcome and played.outcome <> 'draw') is true as same_side
from played
-- The game before is always committed before its rematch.
left join games as before on before.room = played.room and before.number = played.number - 1
    and before.game = played.game and before.outcome <> 'none'
cross join features cross join spans cross join opponents
where (opponents.together = 0 or played.computer is not null)
    and (features.feature <> 'first_move' or played.first_move is not null)
    and (features.feature <> 'reason' or played.reason is not null);
