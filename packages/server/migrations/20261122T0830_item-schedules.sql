-- What is to happen to an item by itself, as cms_schedules is for pages.
create table item_schedules (
  id text primary key,
  item_id text not null references items on delete cascade,
  action text not null check (action in ('publish', 'unpublish')),
  version integer,                                    -- the revision that is published; null to take the item back
  at timestamptz not null,
  time_zone text not null,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  done_at timestamptz,
  failure text,                                       -- why it was not done: a code of errors.ts
  check ((action = 'publish') = (version is not null))
);
create index item_schedules_due on item_schedules (at) where done_at is null;
create index item_schedules_by_item on item_schedules (item_id);
