-- One record of a work: what is done in one language is done in all. `item_id` is the language it was begun in, which the
-- statistics count; `last_item_id` the one it was learned in last. Steps and `last_section_id` are those of the work.
alter table records add work_id text;
alter table records add last_item_id text;
update records r set work_id = i.work_id, last_item_id = i.id from items i where i.id = r.item_id;
update records r set
  steps = coalesce((
    select jsonb_object_agg(coalesce(s.work_step_id, e.key), e.value)
    from jsonb_each(r.steps) e left join sections s on s.id = e.key), '{}'),
  last_section_id = coalesce((select s.work_step_id from sections s where s.id = r.last_section_id), r.last_section_id)
where exists (select from sections s where s.item_id = r.item_id and s.original_step_id is not null);

-- Records of several languages become one: what is done in either is done, the first start and the latest act count.
create temporary table merged on commit drop as
select r.user_id, r.work_id,
  (array_agg(r.item_id order by r.started_at, r.item_id))[1] as item_id,
  (array_agg(r.item_id order by r.last_viewed_time desc, r.item_id))[1] as last_item_id,
  bool_or(r.completed) as completed, min(r.completed_time) as completed_time,
  max(r.last_completed_time) as last_completed_time,
  (array_agg(r.version_id order by r.updated_time desc) filter (where r.version_id is not null))[1] as version_id,
  min(r.started_at) as started_at, max(r.updated_time) as updated_time, max(r.last_viewed_time) as last_viewed_time,
  (array_agg(r.last_section_id order by r.last_viewed_time desc) filter (where r.last_section_id is not null))[1]
    as last_section_id,
  bool_and(r.home_hidden) as home_hidden, bool_or(r.feedback_given) as feedback_given
from records r group by r.user_id, r.work_id having count(*) > 1;
alter table merged add steps jsonb, add versions jsonb;
update merged m set
  steps = coalesce((
    select jsonb_object_agg(s.key, s.value) from (
      select distinct on (e.key) e.key, e.value from records r, jsonb_each(r.steps) e
      where r.user_id = m.user_id and r.work_id = m.work_id
      order by e.key, (e.value ->> 'completed')::boolean desc, (e.value ->> 'updatedTime')::bigint desc) s), '{}'),
  versions = coalesce((
    select jsonb_object_agg(v.key, v.value) from (
      select distinct on (e.key) e.key, e.value from records r, jsonb_each(r.versions) e
      where r.user_id = m.user_id and r.work_id = m.work_id
      order by e.key, (e.value ->> 'completed')::boolean desc, e.value ->> 'completedTime') v), '{}');
with gone as (
  delete from records r using merged m
  where r.user_id = m.user_id and r.work_id = m.work_id and r.item_id <> m.item_id returning r.item_id
)
insert into item_stat_changes (item_id, learners) select item_id, -1 from gone;
update records r set last_item_id = m.last_item_id, completed = m.completed, completed_time = m.completed_time,
  last_completed_time = m.last_completed_time, version_id = m.version_id, started_at = m.started_at,
  updated_time = m.updated_time, last_viewed_time = m.last_viewed_time, last_section_id = m.last_section_id,
  home_hidden = m.home_hidden, feedback_given = m.feedback_given, steps = m.steps, versions = m.versions
from merged m where r.user_id = m.user_id and r.work_id = m.work_id;

alter table records alter column work_id set not null, alter column last_item_id set not null,
  drop constraint records_pkey, add primary key (user_id, work_id);

create or replace view learner_progress as
  select r.user_id, i.id as item_id, r.type, r.completed, r.last_completed_time, r.updated_time, r.steps
  from records r join items i on i.work_id = r.work_id;
