-- How often something said in a room was deleted on request. Servers that have the room in memory know by it that they
-- must read the chat anew.
alter table asides add column forgotten integer not null default 0;

-- Whom the operator has blocked.
create table blocks (
    network text primary key,   -- with its length, such as 192.0.2.0/24
    ends integer not null       -- milliseconds since 1970
) strict, without rowid;
