-- The school system outside that an organisation's people and classes are read from by OneRoster 1.2
-- (docs/decisions/107-oneroster-source.md). Its secret is sealed.
create table oneroster_sources (
  id text primary key,                              -- os_…
  organisation_id text not null unique references organisations on delete cascade,
  address text not null,
  token_address text not null,
  client_id text not null,
  client_secret bytea not null,
  is_nightly boolean not null,
  created_by text references users on delete set null,
  tested_at timestamptz not null,
  -- the newest change of what was imported: what is newer is asked for
  read_through timestamptz
);
create index on oneroster_sources (created_by);

-- One reading of it. `read`: what the list says decides, as for a file; `waiting`: at night, and too much would end.
create table oneroster_runs (
  id text primary key,                              -- or_…
  source_id text not null references oneroster_sources on delete cascade,
  kind text not null check (kind in ('whole', 'delta')),
  cause text not null check (cause in ('hand', 'night')),
  state text not null check (state in ('reading', 'read', 'waiting', 'done', 'failed')),
  began_at timestamptz not null,
  ended_at timestamptz,
  problem text,
  status integer,
  detail text not null default '',
  list_id text references name_lists on delete set null,
  newest_change timestamptz,
  counts jsonb,
  made_by text references users on delete set null
);
create index on oneroster_runs (source_id, began_at desc);
create index on oneroster_runs (list_id);
create index on oneroster_runs (made_by);
