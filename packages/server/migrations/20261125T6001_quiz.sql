-- outside a transaction
-- Attempts whose time runs: a job closes those whose learner does not come back.

drop index concurrently if exists quiz_attempts_timed;
create index concurrently quiz_attempts_timed on quiz_attempts (deadline_at, user_id, item_id)
  where submitted_at is null and deadline_at is not null;
