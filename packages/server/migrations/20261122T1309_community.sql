-- What people report of messages and submissions, and what moderators did about it.

create table reports (
  id text primary key,
  type text not null check (type in ('message', 'submission')),
  target_id text not null,
  reporter_id text references users on delete set null,
  reasons jsonb not null,                             -- [{ "type": "spam", "content": "…" }]
  status text not null default 'open' check (status in ('open', 'banned', 'ignored')),
  created_at timestamptz not null,
  unique (type, target_id, reporter_id)               -- a person reports a thing once
);
create index reports_by_time on reports (created_at);
create index reports_open on reports (type, created_at) where status = 'open';
create index reports_by_reporter on reports (reporter_id);

-- An act is on the thing that was reported, not on one of its reports.
create table report_acts (
  id bigint generated always as identity primary key,
  type text not null check (type in ('message', 'submission')),
  target_id text not null,
  moderator_id text references users on delete set null,
  action text not null check (action in ('ban', 'ignore', 'undo', 'read')),
  acted_at timestamptz not null
);
create index report_acts_by_time on report_acts (acted_at);
create index report_acts_by_target on report_acts (type, target_id, acted_at desc);
create index report_acts_by_moderator on report_acts (moderator_id);
