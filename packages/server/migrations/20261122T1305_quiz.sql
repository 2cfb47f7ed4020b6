-- Quizzes: what is asked, and what learners answered.

create table quizzes (
  item_id text primary key references items on delete cascade,
  revision integer not null check (revision > 0),    -- the questions that a new attempt gets
  question_count integer not null check (question_count > 0),
  pass_number integer not null,                      -- the least number of right answers
  freezing_time_in_hours integer not null default 0 check (freezing_time_in_hours between 0 and 8760),
  time_limit_in_minutes integer check (time_limit_in_minutes between 1 and 1440),
  check (pass_number between 1 and question_count)
);

-- A revision is never changed: an attempt keeps the questions that it began with.
create table quiz_questions (
  item_id text not null references quizzes on delete cascade,
  revision integer not null,
  id text not null,                                  -- qq_…, the same question through all revisions
  position integer not null,
  name text not null default '',                     -- for the author, as in question banks
  body_html text not null,                           -- sanitized
  shuffle_options boolean not null,
  options jsonb not null,                            -- [{ id, body, correct, feedback }]
  feedback jsonb not null,                           -- { correct, wrong }
  content_ids text[] not null default '{}',          -- items and steps to read again
  primary key (item_id, revision, id),
  unique (item_id, revision, position)
);
create index quiz_questions_by_shown_video on quiz_questions using gin (shown_videos(body_html))
  where body_html like '%data-video=%';

create table quiz_attempts (
  user_id text not null references users on delete cascade,
  item_id text not null references quizzes on delete cascade,
  number integer not null check (number > 0),        -- 1 for the first attempt of this learner at this quiz
  revision integer not null,
  pass_number integer not null,
  question_count integer not null,
  version_id text references unity_versions,
  started_at timestamptz not null,
  deadline_at timestamptz,
  answers jsonb not null default '{}',               -- { question id: [sequence, saved at in ms, [option ids]] }; no options: taken back
  saves integer not null default 0,                  -- counts saves: whoever grades sees whether one came between
  submitted_at timestamptz,
  frozen_until timestamptz,                          -- no new attempt before this
  correct_count integer,
  passed boolean,
  primary key (user_id, item_id, number),
  check ((submitted_at is null) = (correct_count is null)),
  check ((submitted_at is null) = (passed is null)),
  check ((submitted_at is null) = (frozen_until is null))
) with (fillfactor = 70);
create unique index quiz_attempts_one_open on quiz_attempts (user_id, item_id) where submitted_at is null;
create index quiz_attempts_first on quiz_attempts (item_id, submitted_at desc)
  where number = 1 and submitted_at is not null;
