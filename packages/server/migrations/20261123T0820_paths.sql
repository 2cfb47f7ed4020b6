-- Learning paths. What a path is made of is one document: `StageForms` of contract/paths/path-editing.ts, which its editor
-- saves as a whole. What is kept of learners refers to its branches by their ids.
create table paths (
  id text primary key,
  slug text not null unique,
  organisation_id text references organisations on delete cascade,   -- null: for everybody
  language text not null,
  title text not null,
  description text not null default '',
  stages jsonb not null,
  gives_certificate boolean not null,
  published boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index paths_of_organisation on paths (organisation_id);

-- The items of all branches, so that a completed item leads to its paths.
create table path_items (
  path_id text not null references paths on delete cascade,
  item_id text not null references items on delete cascade,
  primary key (path_id, item_id)
);
create index path_items_by_item on path_items (item_id);

create table path_members (
  user_id text not null references users on delete cascade,
  path_id text not null references paths on delete cascade,
  joined_at timestamptz not null,
  left_at timestamptz,
  completed_at timestamptz,
  primary key (user_id, path_id)
);
create index path_members_by_path on path_members (path_id, user_id);

create table path_choices (
  user_id text not null references users on delete cascade,
  path_id text not null references paths on delete cascade,
  stage_id text not null,
  branch_id text not null,
  chosen_at timestamptz not null,
  primary key (user_id, path_id, stage_id)
);

-- Branches that a person finished: they stay finished, whatever becomes of the path or of the record of an item.
create table path_done (
  user_id text not null references users on delete cascade,
  path_id text not null references paths on delete cascade,
  branch_id text not null,
  done_at timestamptz not null,
  test_percent integer check (test_percent between 0 and 100),       -- null: learned
  primary key (user_id, path_id, branch_id)
);

-- The last test of a branch: the first attempt at its quiz that is submitted after `opened_at` counts.
create table path_tests (
  user_id text not null references users on delete cascade,
  path_id text not null references paths on delete cascade,
  branch_id text not null,
  quiz_id text not null references items on delete cascade,
  opened_at timestamptz not null,
  submitted_at timestamptz,
  percent integer check (percent between 0 and 100),
  primary key (user_id, path_id, branch_id),
  check ((submitted_at is null) = (percent is null))
);
create index path_tests_open on path_tests (quiz_id, user_id) where submitted_at is null;

-- A completed item is told of (`itemCompleted` of contract/learning/events.ts) wherever it was completed: every act that
-- completes one writes its history. Nobody is woken: subscribers look every five seconds.
create function tell_of_completed_item() returns trigger language plpgsql as $$
begin
  insert into outbox (name, topic, payload)
  values ('item_completed', 'account/' || new.user_id,
    jsonb_build_object('userId', new.user_id, 'itemId', new.item_id));
  return null;
end $$;
create trigger record_events_completed after insert on record_events
  for each row when (new.kind = 'completed') execute function tell_of_completed_item();
