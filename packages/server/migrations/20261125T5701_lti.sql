-- Outside tools as steps of lessons (docs/decisions/095-tools-in-lessons.md): what is opened belongs to a class or to an item,
-- then in all of its languages.
alter table lti_tool_links alter class_id drop not null,
  add item_id text references items on delete cascade,
  add check (num_nonnulls(class_id, item_id) = 1);
create index on lti_tool_links (item_id);

alter table lti_tool_visits alter class_id drop not null,
  add item_id text references items on delete cascade,
  -- shown inside of a page of ours
  add is_framed boolean not null default false,
  add check (num_nonnulls(class_id, item_id) = 1);
create index on lti_tool_visits (item_id);

-- a column of a lesson is always of its link
alter table lti_line_items alter class_id drop not null,
  add check (num_nonnulls(class_id, link_id) > 0);

-- What a tool says of people in a step. `percent` is null while nothing is marked.
create view step_tool_marks as
  select r.user_id, l.id as tool_link_id,
    round((100 * avg(least(1, r.score_given / r.score_maximum)) filter (where r.grading_progress = 'FullyGraded'))::numeric)::integer
      as percent,
    bool_or(r.activity_progress = 'Completed') as is_done
  from lti_tool_links l join lti_line_items i on i.link_id = l.id join lti_results r on r.line_item_id = i.id
  where l.item_id is not null group by r.user_id, l.id;

-- Links of steps that their tool marks, as long as it is connected.
create view marking_tool_links as
  select l.id as tool_link_id from lti_tool_links l join lti_tools t on t.id = l.tool_id and t.ended_at is null
  where l.item_id is not null and exists (select from lti_line_items i where i.link_id = l.id);
