-- A year of a small site, in the tables as they were before 20261122T1500: for the test that a database of that time
-- keeps every row.
insert into unity_versions (id, position) values ('2022.3', 1), ('6000.0', 2);
insert into tags (id, type, names) values ('lighting', 'topic', '{"zh": "光照"}'), ('games', 'industry', '{"zh": "游戏"}');
insert into packages (id, names) values ('meadow', '{"zh": "草原素材包"}'), ('city', '{"zh": "城市素材包"}');
insert into users (id, phone, name, slug, created_at)
select 'u_' || n, '138' || lpad(n::text, 8, '0'), '学员' || n, 'learner-' || n, timestamptz '2025-11-01' + n * interval '1 day'
from generate_series(1, 40) n;
insert into organisations (id, slug, name, created_at) values ('og_school', 'school', '第一中学', '2025-12-01');
insert into memberships (organisation_id, user_id, role, began_at) values ('og_school', 'u_3', 'learner', '2025-12-02');

insert into items (id, type, slug, language, translation_group, status, title, description_html, summary, skill_level, duration,
  with_manual, manual_duration, educator_plan, properties, materials, documents, solution_plan, is_exercise, prerequisites,
  tag_ids, topic_ids, package_ids, live_session_ids, owner_id, author_id, is_video, overview_video_id,
  overview_video_title, offline, asset, "group", payment_item, live, published_at, price_fen, with_pay)
select kind || n, type, kind || n, 'zh', kind || n, 'published', '内容 ' || n, '<p>说明 ' || n || '</p>', '摘要', 'beginner', 10 + n,
  n % 2 = 0, case when n % 2 = 0 then 90 end, case when n % 3 = 0 then '{"description": "教案", "materials": []}'::jsonb end,
  '{"objective": "会打光"}', '[{"type": "link", "name": "工程", "url": "https://example.com"}]',
  case when type = 'tutorial' then '[{"type": "link", "name": "文档", "url": "https://example.com/d"}]' else '[]' end::jsonb,
  case when type = 'tutorial' then '{"body": "<p>解</p>", "requiredComplete": true}' end::jsonb, type = 'tutorial',
  case when n > 1 then jsonb_build_array(kind || (n - 1), 'ltu_gone') else '[]' end,
  '{}', '{lighting}', case when n % 2 = 0 then '{city,meadow,gone}' else '{}' end::text[], '{}', 'u_1', 'u_2', type = 'tutorial' and n = 1,
  case when type = 'tutorial' then 'vi_' || n end, case when type = 'tutorial' then '片头' else '' end, type = 'tutorial',
  case when type = 'tutorial' then '{"packageIds": ["meadow"], "uploads": []}' end::jsonb, '{"groupId": "g"}',
  case when type = 'tutorial' then '{"slug": "s"}' end::jsonb,
  case when type = 'liveSession' then jsonb_build_object('startTime', '2026-0' || n || '-01T12:00:00.000Z', 'endTime',
    '2026-0' || n || '-01T13:00:00.000Z', 'url', 'https://room.example', 'seats', n, 'speakers', '[{"name": "沈", "title": "师"}]'::jsonb) end,
  timestamptz '2025-12-01' + n * interval '9 days', case when n = 9 then 4900 end, n = 9
from (values ('ltu_', 'tutorial'), ('lpr_', 'project'), ('lco_', 'course'), ('lqz_', 'quiz'), ('lls_', 'liveSession')) kinds (kind, type),
  generate_series(1, 9) n;
insert into sections (id, item_id, position, title, body_html, anchor)
select 'se_' || n || s, 'ltu_' || n, s, '步骤 ' || s, '<p>正文</p>', 's' || s from generate_series(1, 9) n, generate_series(1, 3) s;
insert into item_contents (parent_id, child_id, position) select 'lco_' || n, 'ltu_' || n, 0 from generate_series(1, 9) n;
insert into item_stats (item_id, record_count, rating_sum, rating_count, like_count, collect_count, rating_spread)
select id, 40, 80, 10, 5, 6, '{0,0,0,10,0}' from items;
insert into drafts (item_id, version, part_versions, forms, saved_at) select id, 2, '{}', '{}', '2026-03-01' from items;
insert into draft_revisions (item_id, version, kind, forms, begun_at, saved_at)
select id, v, 'save', '{}', '2026-03-01', '2026-03-01' from items, generate_series(1, 2) v;

insert into records (user_id, item_id, type, completed, started_at, updated_time, last_viewed_time)
select 'u_' || n, 'ltu_' || (1 + n % 9), 'tutorial', n % 2 = 0, at, at, at
from generate_series(1, 40) n, lateral (select timestamptz '2025-12-01' + n * interval '8 days' as at) day;
insert into record_events (user_id, item_id, kind, happened_at)
select 'u_' || (1 + n % 40), 'ltu_' || (1 + n % 9), 'started', timestamptz '2025-11-20' + n * interval '11 hours'
from generate_series(1, 800) n;
insert into engagement_events (user_id, type, event_type, data, at)
select case when n % 3 > 0 then 'u_' || (1 + n % 40) end, 'page', 'view', '{"path": "/"}', timestamptz '2025-11-20' + n * interval '11 hours'
from generate_series(1, 800) n;
insert into audit_log (actor, act, subject, at)
select 'cli', 'group_granted', 'u_' || (1 + n % 40), timestamptz '2025-11-20' + n * interval '5 days' from generate_series(1, 70) n;
insert into study_days (user_id, day, seconds, steps, last_act_at)
select 'u_' || n, '2026-05-01', 900, 2, '2026-05-01' from generate_series(1, 40) n;
insert into collections (user_id, item_id, collected_at) select 'u_' || n, 'lco_1', '2026-02-01' from generate_series(1, 6) n;
insert into likes (user_id, target_type, target_id, liked_at) select 'u_' || n, 'course', 'lco_1', '2026-02-01' from generate_series(1, 5) n;
insert into ratings (user_id, item_id, rating, rated_at) select 'u_' || n, 'ltu_1', 8, '2026-02-01' from generate_series(1, 10) n;
insert into entitlements (user_id, item_id, source, granted_at) select 'u_' || n, 'ltu_9', 'order', '2026-02-01' from generate_series(1, 10) n;
insert into live_reminders (user_id, item_id, asked_at, told_of)
values ('u_1', 'lls_3', '2026-02-01', '2026-03-01T12:00:00.000Z'), ('u_2', 'lls_9', '2026-02-01', null);
