-- What the site writes into learning records itself, and the store outside that they go on to.

create table xapi_settings (
  organisation_id text primary key references organisations on delete cascade,
  writes_own boolean not null
);

-- One store outside for each organisation. What was stored up to `after_stored` and `after_position` is there. Whoever sends
-- moves `next_at` on; a new address is a new id, so that what is sent to the one before moves nothing here.
create table xapi_forwards (
  organisation_id text primary key references organisations on delete cascade,
  id text not null unique,
  address text not null,
  user_name text not null,
  password bytea not null,
  version text not null check (version in ('1.0.3', '2.0.0')),
  created_by text references users on delete set null,
  after_stored timestamptz not null,
  after_position integer not null,
  sent bigint not null default 0,
  last_sent_at timestamptz,
  next_at timestamptz not null,
  tries integer not null default 0,
  failing_since timestamptz,
  problem text check (problem in ('status', 'unreachable', 'private_address')),
  status integer,
  answer text not null default '',
  check ((failing_since is null) = (problem is null))
);
create index on xapi_forwards (created_by);

-- Statements that the store outside does not take, however often they are sent.
create table xapi_forward_refusals (
  id bigint generated always as identity primary key,
  organisation_id text not null references xapi_forwards on delete cascade,
  statement_id text not null,
  status integer not null,
  answer text not null,
  at timestamptz not null
);
create index on xapi_forward_refusals (organisation_id, id);
