-- What people do beside what is recorded of their learning. Kept by day and item, never with an address or a device.

create table engagement_events (
  id bigint generated always as identity primary key,
  user_id text references users on delete cascade,    -- null for guests
  type text not null,
  event_type text not null,
  data jsonb not null,
  at timestamptz not null
);
create index engagement_events_by_time on engagement_events using brin (at);

create table time_spent (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  section_id text not null default '',                -- '' for the item as a whole
  seconds integer not null default 0 check (seconds >= 0),
  updated_at timestamptz not null,
  primary key (user_id, item_id, section_id)
);
create index time_spent_by_item on time_spent (item_id);
