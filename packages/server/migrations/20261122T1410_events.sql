-- Events as they were written, each in the transaction that made it true.
create table outbox (
  id bigint generated always as identity primary key,
  name text not null,
  -- what it is about; events of one topic are told in their order
  topic text not null,
  payload jsonb not null,
  at timestamptz not null default now(),
  -- Numbers are drawn before the commit, so a lower one may show up later. The position is given once the event can be
  -- seen, by one process at a time: nothing ever appears behind a position that was read.
  position bigint unique
);

create index outbox_without_position on outbox (id) where position is null;

-- The last position that was given; its one row is the lock under which positions are given.
create table outbox_end (
  is_only boolean primary key default true check (is_only),
  position bigint not null
);

-- How far each subscriber has come.
create table event_cursors (
  subscriber text primary key,
  -- what it is told of; a process that does not know all of them leaves the cursor to one that does
  events text[] not null,
  position bigint not null,
  -- since the last success
  failures int not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  error text
);
