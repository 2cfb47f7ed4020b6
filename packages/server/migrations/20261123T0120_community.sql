-- Moderation: one case for each reported thing, the measures of a decision, what is out of sight, and appeals.

alter table reports
  drop constraint reports_type_check,
  add constraint reports_type_check check (type in ('message', 'submission', 'profile')),
  add column weight real not null default 1 check (weight > 0);  -- by the reporter's standing when it came

create table report_cases (
  id text primary key,
  type text not null check (type in ('message', 'submission', 'profile')),
  target_id text not null,
  subject_id text references users on delete set null,  -- whose it is; null: the account is deleted
  status text not null default 'open' check (status in ('open', 'banned', 'ignored')),
  weight real not null default 0,                       -- of its open reports, less for a trusted subject
  opened_at timestamptz not null,                       -- when the first of its open reports came
  decided_at timestamptz,
  unique (type, target_id)
);
create index report_cases_open on report_cases (weight desc, id) where status = 'open';
create index report_cases_decided on report_cases (decided_at desc, id) where status <> 'open';
create index report_cases_by_subject on report_cases (subject_id);

alter table report_acts
  drop constraint report_acts_type_check,
  add constraint report_acts_type_check check (type in ('message', 'submission', 'profile')),
  add column subject_id text references users on delete set null,
  add column reason text,                               -- one of the reasons of a report; the subject reads it
  add column note text not null default '',             -- the subject reads it as well
  add column hides boolean not null default false,
  add column warns boolean not null default false,
  add column muted_until timestamptz,
  add column suspended_until timestamptz,
  add column undone_by bigint references report_acts;   -- the act that took this one back
create index report_acts_by_subject on report_acts (subject_id, acted_at desc);
create index report_acts_undone on report_acts (undone_by) where undone_by is not null;

-- One appeal against a decision, by its subject.
create table report_appeals (
  act_id bigint primary key references report_acts on delete cascade,
  content text not null,
  made_at timestamptz not null,
  decided_at timestamptz,
  granted boolean,
  moderator_id text references users on delete set null
);
create index report_appeals_waiting on report_appeals (made_at) where decided_at is null;
create index report_appeals_by_moderator on report_appeals (moderator_id);

-- A hidden message stands as one line with its reason: one of the reasons of a report.
alter table messages add column hidden_at timestamptz, add column hidden_reason text;
