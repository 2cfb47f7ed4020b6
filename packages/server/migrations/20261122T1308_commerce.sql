-- What is sold, and what people ordered.

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

-- What people order: contents, and merchandise that is sent to them. Amounts are fen.
create table orders (
  id text primary key,
  user_id text not null references users,             -- an emptied account keeps what it bought, without a name
  status text not null check (status in ('waiting', 'processing', 'finished')),
  amount_fen integer not null check (amount_fen >= 0),
  created_at timestamptz not null,
  source_key text unique                              -- where it was loaded from
);
create index orders_by_user on orders (user_id, created_at desc);

-- As it was when it was ordered: titles and prices change afterwards, items go.
create table order_items (
  order_id text not null references orders on delete cascade,
  position integer not null check (position >= 0),
  title text not null,
  quantity integer not null check (quantity > 0),
  price_fen integer not null check (price_fen >= 0),  -- of one
  item_id text references items on delete set null,   -- merchandise is no item of the catalogue
  is_merchandise boolean not null default false,
  primary key (order_id, position)
);
create index order_items_by_item on order_items (item_id) where item_id is not null;
