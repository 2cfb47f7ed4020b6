-- When something was first completed: later readings and retakes do not make it late.
create or replace view learner_progress as
  select r.user_id, i.id as item_id, r.type, r.completed, r.last_completed_time, r.updated_time, r.steps, r.completed_time
  from records r join items i on i.work_id = r.work_id;
