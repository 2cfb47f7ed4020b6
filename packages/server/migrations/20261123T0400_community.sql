-- What learners hand in for the submission step of a lesson.

-- The newest version of each. A learner has one for each step.
create table submissions (
  id text primary key,                                      -- sorts by the time it was first handed in
  item_id text not null references items on delete cascade,
  section_id text references sections on delete set null,   -- null: the step is gone
  step_title text not null,                                 -- as it was when it was last handed in
  author_id text not null references users on delete cascade,
  type text not null check (type in ('media', 'webgl')),
  permission text not null check (permission in ('public', 'group', 'private')),
  title text not null,
  description text not null,                                -- Markdown
  html text not null,                                       -- sanitized
  version integer not null default 1 check (version > 0),
  like_count integer not null default 0 check (like_count >= 0),
  collect_count integer not null default 0 check (collect_count >= 0),
  view_count integer not null default 0 check (view_count >= 0),
  created_at timestamptz not null,
  handed_in_at timestamptz not null,                        -- the newest version
  hidden_at timestamptz,
  hidden_reason text,                                       -- one of the reasons of a report, or 'held'
  unique (author_id, section_id)
);
create index submissions_by_author on submissions (author_id, id desc);
create index submissions_by_section on submissions (section_id) where section_id is not null;
create index submissions_of_item on submissions (item_id, id desc);
create index submissions_shown on submissions (item_id, id desc) where permission = 'public' and hidden_at is null;
create index submissions_shown_collects on submissions (item_id, collect_count desc, id desc)
  where permission = 'public' and hidden_at is null;
create index submissions_shown_views on submissions (item_id, view_count desc, id desc)
  where permission = 'public' and hidden_at is null;
create index submissions_shown_titles on submissions (item_id, title, id)
  where permission = 'public' and hidden_at is null;

-- What was handed in before the newest version.
create table submission_versions (
  submission_id text not null references submissions on delete cascade,
  version integer not null,
  title text not null,
  description text not null,
  html text not null,
  handed_in_at timestamptz not null,
  primary key (submission_id, version)
);

-- The files of every version, the newest one too.
create table submission_files (
  submission_id text not null references submissions on delete cascade,
  version integer not null,
  position integer not null,
  attachment_id text not null references attachments on delete cascade,
  primary key (submission_id, version, position)
);
create index submission_files_by_attachment on submission_files (attachment_id);

create table submission_collects (
  user_id text not null references users on delete cascade,
  submission_id text not null references submissions on delete cascade,
  collected_at timestamptz not null,
  primary key (user_id, submission_id)
);
create index submission_collects_by_submission on submission_collects (submission_id);

create table submission_views (
  user_id text not null references users on delete cascade,
  submission_id text not null references submissions on delete cascade,
  primary key (user_id, submission_id)
);
create index submission_views_by_submission on submission_views (submission_id);

-- A submission has a channel of its own, with its own id. What is said there is not said about the item or a step.
alter table channels add submission_id text references submissions on delete cascade;
create index channels_by_submission on channels (submission_id) where submission_id is not null;
alter table messages add submission_id text references submissions on delete cascade;
create index messages_by_submission on messages (submission_id) where submission_id is not null;
drop index messages_of_item, messages_of_item_helpful, messages_unread;
create index messages_of_item on messages (item_id, id)
  where parent_id is null and submission_id is null and (deleted_at is null or reply_count > 0);
create index messages_of_item_helpful on messages (item_id, helpfulness, id)
  where parent_id is null and submission_id is null and (deleted_at is null or reply_count > 0);
create index messages_unread on messages (item_id, created_at) include (channel_id, author_id)
  where deleted_at is null and submission_id is null;
create or replace view channel_figures as
  select item_id, section_id, messages, questions, likes from channels where submission_id is null;

-- For the progress of learners: the steps, in any language of the work, that they have handed something in for.
create view handed_in_steps as
  select s.author_id as user_id, t.work_step_id from submissions s join sections t on t.id = s.section_id;
