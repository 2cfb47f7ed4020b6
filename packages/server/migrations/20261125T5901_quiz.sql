-- outside a transaction
-- What waits for marks, of all attempts.

drop index concurrently if exists quiz_attempts_waiting;
create index concurrently quiz_attempts_waiting on quiz_attempts (item_id, submitted_at) where waiting > 0;
