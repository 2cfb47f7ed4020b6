-- A translation that was made in the editor knows the step that each of its own was copied from …
update sections s set original_step_id = d.source_ids ->> s.id
from drafts d where d.item_id = s.item_id and d.source_ids ? s.id;
-- … also when it was copied from a translation.
update sections s set original_step_id = o.original_step_id
from sections o where o.id = s.original_step_id and o.original_step_id is not null;

-- Of imported languages, steps at the same place are the same where there are equally many.
with counted as (
  select i.id, i.translation_group, i.created_at, count(*) as steps, bool_and(s.original_step_id is null) as is_unlinked
  from items i join sections s on s.item_id = i.id
  where i.type = 'tutorial' group by i.id
), originals as (
  select distinct on (translation_group) * from counted where is_unlinked order by translation_group, created_at, id
)
update sections s set original_step_id = o.id
from counted c
  join originals f on f.translation_group = c.translation_group and f.id <> c.id and f.steps = c.steps
  join sections o on o.item_id = f.id
where s.item_id = c.id and c.is_unlinked and o.position = s.position;
