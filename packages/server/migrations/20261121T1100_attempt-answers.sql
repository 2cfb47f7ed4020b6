-- Answers stand in their attempt: a save is one update of one row, and who reads the attempt has them all.
alter table quiz_attempts
  add column answers jsonb not null default '{}';    -- { question id: [sequence, saved at in ms, [option ids]] }; no options: taken back
update quiz_attempts a set answers = given.answers
from (
  select user_id, item_id, number,
    jsonb_object_agg(question_id, jsonb_build_array(sequence, round(extract(epoch from saved_at) * 1000)::bigint,
      to_jsonb(option_ids))) as answers
  from quiz_answers group by user_id, item_id, number
) given
where (a.user_id, a.item_id, a.number) = (given.user_id, given.item_id, given.number);
drop table quiz_answers;

-- Rows that are updated often keep room on their page: the new version lies beside the old one, and no index is touched.
alter table quiz_attempts set (fillfactor = 70);
alter table records set (fillfactor = 80);
alter table study_days set (fillfactor = 80);
alter table item_stats set (fillfactor = 50);

-- The time of the last act changes with every act: an index that holds it would too. One learner's records in work are
-- few enough to be put in order when they are asked for.
drop index records_in_progress;
create index records_in_progress on records (user_id) where not completed;
