-- Webhooks of organisations (docs/decisions/082-webhooks.md).

-- An address that is told of what happens. Secrets are sealed; the one before the newest signs as well for a while.
create table webhooks (
  id text primary key,
  organisation_id text not null references organisations on delete cascade,
  url text not null,
  types text[] not null,
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  -- the newest event of then: what happened before an address was added it is not told
  after_event bigint not null,
  failing_since timestamptz,
  off_at timestamptz,
  off_reason text check (off_reason in ('by_hand', 'failing', 'gone')),
  ended_at timestamptz,
  check ((off_at is null) = (off_reason is null)),
  check ((old_secret is null) = (old_secret_until is null))
);
create index on webhooks (organisation_id, created_at);
create index on webhooks (created_by);

-- What an organisation is told, once for all of its addresses. `place` is the order in which it became true; `key` names
-- what happened, so that it is told once.
create table webhook_messages (
  id text primary key,
  place bigint generated always as identity unique,
  organisation_id text not null references organisations on delete cascade,
  type text not null,
  key text not null,
  -- whom it is about
  user_id text references users on delete cascade,
  data jsonb not null,
  at timestamptz not null,
  unique (organisation_id, key)
);
create index on webhook_messages (user_id);
create index on webhook_messages (organisation_id, place);
create index on webhook_messages (at);

-- A message on its way to an address. `tries` since it was sent first or by hand again; who sends one moves `next_at` on.
create table webhook_deliveries (
  webhook_id text not null references webhooks on delete cascade,
  message_id text not null references webhook_messages on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'failed')),
  tries integer not null default 0,
  next_at timestamptz,
  primary key (webhook_id, message_id),
  check ((state = 'waiting') = (next_at is not null))
);
create index on webhook_deliveries (message_id);
create index on webhook_deliveries (webhook_id, next_at) where state = 'waiting';

create table webhook_tries (
  id bigint generated always as identity primary key,
  webhook_id text not null,
  message_id text not null,
  at timestamptz not null,
  -- of the answer, if there was one
  status integer,
  duration_ms integer not null,
  problem text check (problem in ('status', 'timeout', 'unreachable', 'private_address')),
  answer text not null,
  foreign key (webhook_id, message_id) references webhook_deliveries on delete cascade
);
create index on webhook_tries (webhook_id, message_id);
create index on webhook_tries (webhook_id, at);
