-- What people say about an item and its steps.

-- One row for each place that anything was said at. The id is the channel id of the item, or the id of the step.
create table channels (
  id text primary key,
  item_id text not null references items on delete cascade,
  section_id text references sections on delete set null,   -- null: the item as a whole, or its step is gone
  messages integer not null default 0 check (messages >= 0),
  questions integer not null default 0 check (questions >= 0),  -- messages that are no replies
  likes integer not null default 0 check (likes >= 0)
);
create index channels_by_item on channels (item_id);
create index channels_by_section on channels (section_id) where section_id is not null;

create table messages (
  id text primary key,                              -- sorts by the time it was written
  channel_id text not null references channels on delete cascade,
  item_id text not null references items on delete cascade,
  parent_id text references messages on delete cascade,     -- replies are one level deep
  author_id text references users on delete set null,       -- null: the account is deleted
  idempotency_key text,
  content text not null,                            -- Markdown; empty once deleted
  html text not null,                               -- sanitized
  like_count integer not null default 0 check (like_count >= 0),
  reply_count integer not null default 0 check (reply_count >= 0),
  helpfulness double precision not null,            -- likes on a log scale plus age: the order of "most helpful"
  answer_id text,                                   -- the reply that helped
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  unique (author_id, idempotency_key)
);
-- a deleted question stands as long as it has replies
create index messages_of_item on messages (item_id, id) where parent_id is null and (deleted_at is null or reply_count > 0);
create index messages_of_item_helpful on messages (item_id, helpfulness, id)
  where parent_id is null and (deleted_at is null or reply_count > 0);
create index messages_of_channel on messages (channel_id, id)
  where parent_id is null and (deleted_at is null or reply_count > 0);
create index messages_of_channel_helpful on messages (channel_id, helpfulness, id)
  where parent_id is null and (deleted_at is null or reply_count > 0);
create index messages_replies on messages (parent_id, id) where parent_id is not null;
create index messages_unread on messages (item_id, created_at) include (channel_id, author_id) where deleted_at is null;

-- What a message said before it was edited or deleted.
create table message_versions (
  id bigint generated always as identity primary key,
  message_id text not null references messages on delete cascade,
  content text not null,
  replaced_at timestamptz not null
);
create index message_versions_by_message on message_versions (message_id);

create table message_mentions (
  message_id text not null references messages on delete cascade,
  user_id text not null references users on delete cascade,
  primary key (message_id, user_id)
);
create index message_mentions_by_user on message_mentions (user_id);

-- Until when a person has read a channel; of an item's channel, all of its steps.
create table channel_reads (
  user_id text not null references users on delete cascade,
  channel_id text not null references channels on delete cascade,
  read_until timestamptz not null,
  primary key (user_id, channel_id)
);
create index channel_reads_by_channel on channel_reads (channel_id);

-- For pages of the catalogue.
create view channel_figures as select item_id, section_id, messages, questions, likes from channels;
