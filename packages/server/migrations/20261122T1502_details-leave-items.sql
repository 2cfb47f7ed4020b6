-- The indexes on these columns go with them.
alter table items
  drop column description_html, drop column materials, drop column educator_plan, drop column properties,
  drop column "group", drop column is_exercise, drop column solution_plan, drop column documents, drop column asset,
  drop column is_video, drop column overview_video_id, drop column overview_video_title, drop column offline,
  drop column payment_item, drop column live, drop column prerequisites, drop column package_ids,
  drop column with_manual;

-- Which items list a file, asked for each download of one.
create index item_details_by_material on item_details using gin (materials jsonb_path_ops);
create index item_details_by_plan_material on item_details using gin ((educator_plan -> 'materials') jsonb_path_ops);
create index tutorial_details_by_document on tutorial_details using gin (documents jsonb_path_ops);
create index tutorial_details_by_upload on tutorial_details using gin ((asset -> 'uploads') jsonb_path_ops);
create index tutorial_details_by_solution_material
  on tutorial_details using gin ((solution_plan -> 'materials') jsonb_path_ops);

-- Which items show a video, asked for each request of one.
create index item_details_by_shown_video on item_details using gin (shown_videos(description_html))
  where description_html like '%data-video=%';
create index item_details_by_plan_video on item_details using gin (shown_videos(educator_plan::text))
  where educator_plan::text like '%data-video=%';
create index tutorial_details_by_overview_video on tutorial_details (overview_video_id)
  where overview_video_id is not null;
create index tutorial_details_by_solution_video on tutorial_details using gin (shown_videos(solution_plan::text))
  where solution_plan::text like '%data-video=%';

create index live_sessions_by_start on live_sessions (starts_at);
create index item_prerequisites_by_prerequisite on item_prerequisites (prerequisite_id);

-- A reminder is sent again when a session was moved after it.
alter table live_reminders alter told_of type timestamptz using told_of::timestamptz;
