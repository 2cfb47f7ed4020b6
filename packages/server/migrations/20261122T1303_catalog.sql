-- What can be learned. One table for every content type: they share lists, search, records and links.

create table unity_versions (
  id text primary key,                              -- 2022.3, 6000.0 …
  position integer not null unique,                 -- order from old to new
  disabled boolean not null default false
);

create table tags (
  id text primary key,
  type text not null check (type in ('topic', 'industry', 'tag', 'skill')),
  names jsonb not null,                             -- { "zh": "光照", "en": "Lighting" }
  position integer not null default 0               -- order in which popular topics are suggested
);

create table packages (
  id text primary key,
  names jsonb not null,                             -- { "zh": "草原素材包", "en": "Meadow kit" }
  external_ref text,
  external_type text check (external_type in ('asset_store')),
  url text,
  package jsonb,                                    -- name, publisherName, originalPrice, finalPrice, isFree, isOnSale
  mac_url text,
  windows_url text
);

create table items (
  id text primary key,                              -- ltu_…, lpr_…, lco_…, lqz_…, lls_…, lfa_…, lsu_…
  type text not null check (type in ('tutorial', 'project', 'course', 'quiz', 'liveSession', 'faq', 'submission')),
  slug text not null,
  language text not null,                           -- zh, en, ko, …: content language, not a locale
  translation_group text not null,                  -- items that are one work in several languages share it
  status text not null default 'draft' check (status in ('draft', 'published')),
  hidden boolean not null default false,
  organisation_id text references organisations,    -- null: everybody's
  class_id text,                                    -- of the organisation's content: for this class alone
  open_to_all boolean not null default false,       -- of the organisation's content: for everybody
  in_public_search boolean not null default false,  -- of what is open: in everybody's lists and search too
  learn_option_type text not null generated always as
    (case when organisation_id is null then 'other' else 'campus' end) stored,
  -- whom it is published for: everybody, an organisation or a class of it, by id
  audience text not null generated always as
    (case when organisation_id is null or open_to_all then 'everybody'
      else coalesce(class_id, organisation_id) end) stored,
  -- whose lists and search it is in
  found_by text not null generated always as
    (case when organisation_id is null or in_public_search then 'everybody'
      else coalesce(class_id, organisation_id) end) stored,
  title text not null,
  description_html text not null default '',        -- sanitized
  summary text not null default '',                 -- plain text, for cards and search engines
  thumbnail_url text,
  premium boolean not null default false,
  with_pay boolean not null default false,
  price_fen integer check (price_fen >= 0),
  discount_fen integer check (discount_fen >= 0),   -- the discounted price, while the dates below hold
  discount_start timestamptz,
  discount_end timestamptz,
  with_lab boolean not null default false,
  is_exercise boolean not null default false,
  skill_level text check (skill_level in ('foundational', 'beginner', 'intermediate', 'advanced')),
  duration integer not null default 0 check (duration >= 0),          -- minutes
  with_manual boolean not null default false,
  manual_duration integer check (manual_duration >= 0),               -- minutes, when the author set them by hand
  educator_plan jsonb,                              -- null: not for educators (withEducator false)
  properties jsonb not null default '{}',           -- objective, careerGoals
  materials jsonb not null default '[]',            -- [{ type: link|file, name, url | attachmentId }]
  documents jsonb not null default '[]',
  solution_plan jsonb,
  prerequisites jsonb not null default '[]',        -- item ids
  questions_count integer not null default 0 check (questions_count >= 0),   -- quizzes; written by the quiz domain
  tag_ids text[] not null default '{}',
  topic_ids text[] not null default '{}',
  industry_ids text[] not null default '{}',
  package_ids text[] not null default '{}',
  live_session_ids text[] not null default '{}',
  min_version_id text references unity_versions,
  max_version_id text references unity_versions,
  version_with_all boolean not null default true,
  owner_id text not null references users,
  author_id text not null references users,
  channel_id text,                                  -- the discussion of this item
  is_video boolean not null default false,
  overview_video_id text,
  overview_video_title text not null default '',
  offline boolean not null default false,
  asset jsonb,                                      -- { packageIds, uploads: [{ attachmentId, name, downloadVersion }] }
  "group" jsonb,                                    -- { groupId, url }
  payment_item jsonb,                               -- { slug, itemId }
  live jsonb,                                       -- liveSession: startTime, endTime, url, seats, speakers
  source_key text unique,                           -- where an imported item came from
  source_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  deleted_at timestamptz,
  unique (type, slug),
  unique (translation_group, language),
  foreign key (class_id, organisation_id) references classes (id, organisation_id),
  check (with_pay = (coalesce(price_fen, 0) > 0)),
  check (organisation_id is not null or (class_id is null and not open_to_all)),
  check (class_id is null or not open_to_all),
  check (open_to_all or not in_public_search)
);
create index items_listed on items (type, language, published_at desc) where status = 'published' and not hidden;
create index items_by_title on items (type, language, title, id) where status = 'published' and not hidden;
create index items_discounted on items (discount_end) where discount_fen is not null;
create index items_by_owner on items (owner_id);
create index items_by_author on items (author_id);
create index items_by_organisation on items (organisation_id) where organisation_id is not null;
create index items_deleted on items (deleted_at) where deleted_at is not null;
create index items_by_topics on items using gin (topic_ids);
create index items_by_tags on items using gin (tag_ids);
create index live_sessions_by_start on items ((live ->> 'startTime')) where type = 'liveSession';

-- Which items list a file, asked for each download of one.
create index items_by_material on items using gin (materials jsonb_path_ops);
create index items_by_document on items using gin (documents jsonb_path_ops);
create index items_by_plan_material on items using gin ((educator_plan -> 'materials') jsonb_path_ops);
create index items_by_solution_material on items using gin ((solution_plan -> 'materials') jsonb_path_ops);
create index items_by_upload on items using gin ((asset -> 'uploads') jsonb_path_ops);

-- Which items show a video, asked for each request of one.
create index items_by_overview_video on items (overview_video_id) where overview_video_id is not null;
create index items_by_shown_video on items using gin (shown_videos(description_html))
  where description_html like '%data-video=%';
create index items_by_solution_video on items using gin (shown_videos(solution_plan::text))
  where solution_plan::text like '%data-video=%';
create index items_by_plan_video on items using gin (shown_videos(educator_plan::text))
  where educator_plan::text like '%data-video=%';

create table chapters (
  id text primary key,
  item_id text not null references items on delete cascade,
  position integer not null,
  title text not null,
  unique (item_id, position) deferrable initially deferred
);

-- A section is a step of a tutorial.
create table sections (
  id text primary key,
  item_id text not null references items on delete cascade,
  chapter_id text references chapters on delete set null,
  position integer not null,
  type text not null default 'normal' check (type in ('normal', 'lab', 'submission')),
  option_type text not null default 'required' check (option_type in ('required', 'optional')),
  title text not null,
  body_html text not null default '',               -- sanitized
  lab_url text,
  submission_type text check (submission_type in ('media', 'webgl')),
  channel_id text,
  anchor text not null,                             -- the fragment of links to this step
  unique (item_id, position) deferrable initially deferred,
  unique (item_id, anchor) deferrable initially deferred
);
create index sections_by_shown_video on sections using gin (shown_videos(body_html))
  where body_html like '%data-video=%';

-- What a project or a course is made of, in order.
create table item_contents (
  parent_id text not null references items on delete cascade,
  child_id text not null references items on delete cascade,
  chapter_id text references chapters on delete set null,
  position integer not null,
  required boolean not null default true,
  primary key (parent_id, child_id),
  unique (parent_id, position) deferrable initially deferred,
  check (parent_id <> child_id)
);
create index item_contents_by_child on item_contents (child_id);

-- Counters live beside the item so that a busy counter never locks the item itself.
create table item_stats (
  item_id text primary key references items on delete cascade,
  record_count integer not null default 0 check (record_count >= 0),
  rating_sum integer not null default 0 check (rating_sum >= 0),     -- each rating is 0 to 10
  rating_count integer not null default 0 check (rating_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  collect_count integer not null default 0 check (collect_count >= 0),
  like_count integer not null default 0 check (like_count >= 0),
  -- how many gave one to five stars
  rating_spread integer[] not null default '{0,0,0,0,0}' check (array_length(rating_spread, 1) = 5)
) with (fillfactor = 50);
create index item_stats_by_learners on item_stats (record_count desc, item_id);

-- What the learning admins want seen first, per list and content language, in their order.
create table featured_items (
  list text not null check (list in ('home', 'rankA', 'rankB', 'rankC')),
  language text not null,
  item_id text not null references items on delete cascade,
  position integer not null,
  primary key (list, language, item_id),
  unique (list, language, position) deferrable initially deferred
);

-- Rankings are computed from what people learn; what is featured comes before that.
create table ranking_items (
  rank text not null check (rank in ('A', 'B', 'C')),
  language text not null,
  position integer not null,
  item_id text not null references items on delete cascade,
  primary key (rank, language, position),
  unique (rank, language, item_id)
);
create index ranking_items_by_item on ranking_items (item_id);
