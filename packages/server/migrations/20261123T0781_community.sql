-- Submissions that were handed out to other learners, and what they said. A row without `given_at` is open until it is due;
-- then the submission is handed out again.
create table peer_feedback (
  id text primary key,
  submission_id text not null references submissions on delete cascade,
  reviewer_id text references users on delete set null,     -- null: the account is gone
  version integer not null check (version > 0),             -- of the submission when it was handed out
  assigned_at timestamptz not null,
  due_at timestamptz not null,
  given_at timestamptz,
  answers jsonb not null default '[]',                      -- [{question, content (Markdown), html (sanitized)}]
  hidden_at timestamptz,
  hidden_reason text,                                       -- one of the reasons of a report, or 'held'
  unique (submission_id, reviewer_id)
);
create index peer_feedback_by_reviewer on peer_feedback (reviewer_id) where reviewer_id is not null;

-- When educators were told that nobody has given feedback on it; null: they were not.
alter table submissions add educators_told_at timestamptz;
create index submissions_without_word on submissions (handed_in_at)
  where educators_told_at is null and reviewed_version is null and permission = 'public' and hidden_at is null;

-- For the figures of a learner's work: who gave feedback to others, once for each.
create view peer_feedback_given as
  select reviewer_id as user_id, id, given_at from peer_feedback where reviewer_id is not null and given_at is not null;

-- Peer feedback can be reported.
alter table reports drop constraint reports_type_check,
  add constraint reports_type_check check (type in ('message', 'note', 'submission', 'feedback', 'profile'));
alter table report_cases drop constraint report_cases_type_check,
  add constraint report_cases_type_check check (type in ('message', 'note', 'submission', 'feedback', 'profile'));
alter table report_acts drop constraint report_acts_type_check,
  add constraint report_acts_type_check check (type in ('message', 'note', 'submission', 'feedback', 'profile'));
