insert into item_details (item_id, description_html, materials, educator_plan, properties, "group")
select id, description_html, materials, educator_plan, properties, "group" from items;

insert into tutorial_details (item_id, is_exercise, solution_plan, documents, asset, is_video, overview_video_id,
  overview_video_title, offline, payment_item)
select id, is_exercise, solution_plan, documents, asset, is_video, overview_video_id, overview_video_title, offline,
  payment_item
from items where type = 'tutorial';

insert into live_sessions (item_id, starts_at, ends_at, url, seats, speakers)
select id, (live ->> 'startTime')::timestamptz, (live ->> 'endTime')::timestamptz, live ->> 'url',
  (live ->> 'seats')::integer, coalesce(live -> 'speakers', '[]')
from items where type = 'liveSession' and live ->> 'startTime' is not null and live ->> 'endTime' is not null;

-- ids of items and packages that are gone led nowhere
insert into item_prerequisites (item_id, prerequisite_id, position)
select i.id, given.id, min(given.place) - 1
from items i, jsonb_array_elements_text(i.prerequisites) with ordinality given (id, place) join items p on p.id = given.id
group by i.id, given.id;

insert into item_packages (item_id, package_id, position)
select i.id, given.id, min(given.place) - 1
from items i, unnest(i.package_ids) with ordinality given (id, place) join packages p on p.id = given.id
group by i.id, given.id;

update items set with_educator = true where educator_plan is not null;
