-- What people are told, how they want to be told, and what is still to be sent.

create table notifications (
  id text primary key,                              -- nt_…, sorts by creation
  user_id text not null references users on delete cascade,
  kind text not null,
  item_id text references items on delete cascade,  -- what it is about: read only by people who may see it
  payload jsonb not null,                           -- of the kind
  idempotency_key text not null,                    -- what happened: one person is told of it once
  group_key text,                                   -- unread ones of a group are listed as one
  count integer not null default 1,                 -- how many events this one stands for
  listed boolean not null,                          -- in the list of the site: false where one of its group stands for it
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, idempotency_key)
);
create index notifications_listed on notifications (user_id, id desc) where listed;
create index notifications_unread on notifications (user_id) where listed and read_at is null;
create index notifications_by_time on notifications (created_at);
create index notifications_by_item on notifications (item_id) where item_id is not null;

-- What a person has chosen; without a row a kind's own default counts.
create table notification_preferences (
  user_id text not null references users on delete cascade,
  kind text not null,
  channel text not null check (channel in ('site', 'mail', 'push')),
  setting text not null check (setting in ('off', 'now', 'daily', 'weekly')),
  primary key (user_id, kind, channel)
);

-- The hours in which nothing rings, as minutes of the day in the person's zone; both null: there are none.
create table notification_hours (
  user_id text primary key references users on delete cascade,
  time_zone text not null,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  check ((quiet_from is null) = (quiet_until is null))
);

create table notification_mutes (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  muted_at timestamptz not null,
  primary key (user_id, item_id)
);
create index notification_mutes_by_item on notification_mutes (item_id);

create table push_subscriptions (
  id text primary key,                              -- ps_…
  user_id text not null references users on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_by_user on push_subscriptions (user_id);

-- What is to be sent outside the site; a row goes when it was sent. Those of a digest wait for the same moment.
create table notification_deliveries (
  notification_id text not null references notifications on delete cascade,
  user_id text not null references users on delete cascade,
  channel text not null check (channel in ('mail', 'push')),
  rhythm text not null check (rhythm in ('now', 'daily', 'weekly')),
  due_at timestamptz not null,                      -- pushed on while one process is sending it
  tries smallint not null default 0,
  primary key (notification_id, channel)
);
create index notification_deliveries_due on notification_deliveries (due_at);
create index notification_deliveries_by_user on notification_deliveries (user_id);
