-- Several items that are sold together, for less than each by itself.

create table bundles (
  id text primary key,
  slug text not null unique check (slug ~ '^[A-Za-z0-9_-]{1,160}$'),
  language text not null,
  title text not null,
  owner_id text not null references users,
  thumbnail_url text,
  status text not null check (status in ('published', 'unPublished', 'downgraded')),
  price_fen integer not null check (price_fen >= 0),  -- of the whole bundle, now
  record_count integer not null default 0 check (record_count >= 0),
  source_key text unique,                             -- where it was loaded from
  created_at timestamptz not null
);
create index bundles_by_owner on bundles (owner_id);

create table bundle_items (
  bundle_id text not null references bundles on delete cascade,
  item_id text not null references items on delete cascade,
  position integer not null check (position >= 0),
  primary key (bundle_id, item_id)
);
create index bundle_items_by_item on bundle_items (item_id);
