-- An attempt that has its result is told of (`attemptGraded` of contract/quiz/events.ts), whoever brought it there: the
-- learner, the clock or a marker. Attempts of merged accounts are written anew and told of no second time.
create function tell_of_graded_attempt() returns trigger language plpgsql as $$
begin
  insert into outbox (name, topic, payload)
  values ('attempt_graded', 'account/' || new.user_id,
    jsonb_build_object('userId', new.user_id, 'itemId', new.item_id, 'number', new.number));
  return null;
end $$;
create trigger quiz_attempts_graded after update on quiz_attempts
  for each row
  when (new.submitted_at is not null and new.waiting = 0 and (old.submitted_at is null or old.waiting > 0))
  execute function tell_of_graded_attempt();
