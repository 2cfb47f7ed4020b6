-- People and paths that are followed, and groups of notifications that are muted.

create table person_follows (
  user_id text not null references users on delete cascade,
  person_id text not null references users on delete cascade,
  followed_at timestamptz not null,
  primary key (user_id, person_id),
  check (user_id <> person_id)
);
create index person_follows_by_person on person_follows (person_id, user_id);

-- A path is a course or a project.
create table item_follows (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  followed_at timestamptz not null,
  primary key (user_id, item_id)
);
create index item_follows_by_item on item_follows (item_id, user_id);

-- What a followed path is known to hold. A follower is told of an item that was seen after the follow began.
create table followed_contents (
  path_id text not null references items on delete cascade,
  item_id text not null references items on delete cascade,
  seen_at timestamptz not null,
  primary key (path_id, item_id)
);
create index followed_contents_by_item on followed_contents (item_id);

create table notification_group_mutes (
  user_id text not null references users on delete cascade,
  group_key text not null,
  kind text not null,
  item_id text references items on delete cascade,  -- of the entry that it was muted from, for the group's name
  payload jsonb not null,                           -- of that entry
  muted_at timestamptz not null,
  primary key (user_id, group_key)
);
create index notification_group_mutes_by_item on notification_group_mutes (item_id) where item_id is not null;
