-- What people who asked for a reminder know of a session, their calendar addresses, and who was in a session.

alter table live_reminders
  add column known_start timestamptz,                -- what the person was last told or saw when asking
  add column known_cancelled boolean not null default false;

create table calendar_feeds (
  user_id text primary key references users on delete cascade,
  token text not null unique,                        -- the address is its own key; a new one ends the old
  created_at timestamptz not null
);

create table live_attendance (
  item_id text not null references items on delete cascade,
  user_id text not null references users on delete cascade,
  first_at timestamptz not null,
  last_at timestamptz not null,
  minutes integer not null,                          -- in which the person was heard of, each counted once
  primary key (user_id, item_id)
);
create index live_attendance_by_item on live_attendance (item_id);
