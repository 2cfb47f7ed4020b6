-- Who asked to be reminded of which live session.

create table live_reminders (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  asked_at timestamptz not null,
  told_of text,                                     -- the time of beginning that the person was reminded of
  primary key (user_id, item_id)
);
create index live_reminders_by_item on live_reminders (item_id);
