-- The level at which the computer played in a game; null where two people played.
alter table games add column computer integer;

-- Counting needs nothing but this.
drop index games_by_outcome;
create index games_by_outcome on games (game, computer, outcome);
