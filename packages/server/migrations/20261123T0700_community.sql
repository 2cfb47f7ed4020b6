-- Feedback of educators on what learners handed in, one for each version.
create table submission_reviews (
  submission_id text not null references submissions on delete cascade,
  version integer not null check (version > 0),
  reviewer_id text references users on delete set null,
  content text not null,                                    -- Markdown; empty: marked as reviewed without a word
  html text not null,                                       -- sanitized
  is_reviewed boolean not null,
  reviewed_at timestamptz not null,
  primary key (submission_id, version),
  check (is_reviewed or content <> '')
);
create index submission_reviews_by_reviewer on submission_reviews (reviewer_id) where reviewer_id is not null;

-- The newest version that is marked as reviewed; null: none is. The same as the newest version: nothing waits.
alter table submissions add reviewed_version integer;
create index submissions_for_review on submissions (item_id, handed_in_at, id);
