-- A record that was begun without an engine version counts for the one that links to its item name: the item's newest.
update records r set
  version_id = newest.version_id,
  versions = jsonb_build_object(newest.version_id, jsonb_build_object(
    'completed', r.completed,
    'completedTime', case when r.completed then round(extract(epoch from r.last_completed_time) * 1000)::bigint end))
from (
  select i.id as item_id,
    coalesce(i.max_version_id, (select v.id from unity_versions v order by v.position desc limit 1)) as version_id
  from items i where not i.version_with_all
) newest
where newest.item_id = r.item_id and newest.version_id is not null
  and not r.with_all and r.version_id is null and r.type <> 'quiz';
