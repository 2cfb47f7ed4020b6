-- What progress is of: a work in all its languages. Each quiz is by itself: answers belong to the questions of one language.
alter table items add work_id text not null generated always as
  (case when type = 'quiz' then id else translation_group end) stored;
create index items_by_work on items (work_id);

-- The same step in the language that the work was first written in; null: this step itself. No foreign key: the step may
-- be gone there, and what learners did in it stays.
alter table sections add original_step_id text;
alter table sections add work_step_id text not null generated always as (coalesce(original_step_id, id)) stored;
