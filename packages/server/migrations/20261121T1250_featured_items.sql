-- What the learning admins want seen first, per content language, in their order.
create table featured_items (
  language text not null,
  item_id text not null references items on delete cascade,
  position integer not null,
  primary key (language, item_id),
  unique (language, position) deferrable initially deferred
);
