-- What a learner did. Every key starts with the learner, so that these tables can be spread by learner.

-- One row holds everything that one act may change, steps included: an act is one update of one row, so two tabs
-- that finish the last two steps at once cannot both miss the completion.
create table records (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  type text not null,
  completed boolean not null default false,
  completed_time timestamptz,                       -- the first completion
  last_completed_time timestamptz,                  -- the latest completion
  with_all boolean not null default true,
  version_id text references unity_versions,
  versions jsonb not null default '{}',             -- { "2022.3": { "completed": true, "completedTime": ms | null } }
  steps jsonb not null default '{}',                -- { "se_…": { "completed": true, "updatedTime": ms } }
  answers jsonb,                                    -- of a quiz: { question id: [option ids] } as last kept
  frozen_until timestamptz,                         -- of a quiz: no new attempt before this
  started_at timestamptz not null,
  updated_time timestamptz not null,                -- the latest act of the learner in it
  last_viewed_time timestamptz not null,
  last_section_id text,                             -- where to continue
  -- What the latest write did. Set from the row as it was, it tells the rest of that statement what really changed.
  last_act text not null default 'started' check (last_act in ('started', 'continued', 'step_completed', 'step_reopened', 'completed', 'reopened', 'restarted')),
  home_hidden boolean not null default false,       -- cancelled tracking on the home page
  feedback_given boolean not null default false,
  parent_ids text[] not null default '{}',          -- the project and course it was last opened in
  primary key (user_id, item_id)
) with (fillfactor = 80); -- a row that is updated often keeps room on its page: the new version lies beside the old one
-- No index holds the time of the last act, which changes with every act.
create index records_in_progress on records (user_id) where not completed;
create index records_completed on records (user_id, last_completed_time desc) where completed;
-- Authors look at their learners by item.
create index records_by_item on records (item_id, started_at desc);

-- Everything that happened to a record, in order: the learner can read it, and records can be rebuilt from it.
create table record_events (
  user_id text not null,
  item_id text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('started', 'step_completed', 'step_reopened', 'completed', 'reopened', 'restarted', 'deleted')),
  step_id text,
  version_id text,
  happened_at timestamptz not null,
  primary key (user_id, id)
);

-- Study time by day of the site's time zone, for the year's heat map and the totals.
create table study_days (
  user_id text not null references users on delete cascade,
  day date not null,
  seconds integer not null default 0 check (seconds >= 0),
  steps integer not null default 0 check (steps >= 0),
  last_act_at timestamptz not null,
  primary key (user_id, day)
) with (fillfactor = 80);

create table collections (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  collected_at timestamptz not null,
  primary key (user_id, item_id)
);
create index collections_newest on collections (user_id, collected_at desc);

create table likes (
  user_id text not null references users on delete cascade,
  target_type text not null,
  target_id text not null,
  liked_at timestamptz not null,
  primary key (user_id, target_type, target_id)
);

create table ratings (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  rating smallint not null check (rating between 0 and 10),
  replaced smallint,                                -- the rating this one took the place of: the counters need the step
  rated_at timestamptz not null,
  primary key (user_id, item_id)
);
create index ratings_by_item on ratings (item_id, rating);

create table feedback (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  content text not null,
  given_at timestamptz not null,
  primary key (user_id, item_id)
);

create table saved_tags (
  user_id text not null references users on delete cascade,
  tag_id text not null references tags on delete cascade,
  type text not null check (type in ('topic', 'industry')),
  saved_at timestamptz not null,
  primary key (user_id, tag_id)
);

-- Why a learner may open a paid item. Written by orders and by gifts; reading it is the only way in.
create table entitlements (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  source text not null,
  granted_at timestamptz not null,
  primary key (user_id, item_id)
);
