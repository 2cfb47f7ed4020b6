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
  name text not null,
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
  learn_option_type text not null default 'other' check (learn_option_type in ('campus', 'other')),
  status text not null default 'draft' check (status in ('draft', 'published')),
  hidden boolean not null default false,
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
  live jsonb,                                       -- liveSession: startTime, endTime, url, seats, speakers
  source_key text unique,                           -- where an imported item came from
  source_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  unique (type, slug),
  unique (translation_group, language),
  check (with_pay = (coalesce(price_fen, 0) > 0))
);
create index items_listed on items (type, language, published_at desc) where status = 'published' and not hidden;
create index items_by_title on items (type, language, title, id) where status = 'published' and not hidden;
create index items_discounted on items (discount_end) where discount_fen is not null;
create index items_by_owner on items (owner_id);
create index items_by_topics on items using gin (topic_ids);
create index items_by_tags on items using gin (tag_ids);
create index live_sessions_by_start on items ((live ->> 'startTime')) where type = 'liveSession';

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
  like_count integer not null default 0 check (like_count >= 0)
);

create index item_stats_by_learners on item_stats (record_count desc, item_id);

-- The slides at the top of the home page.
create table home_slides (
  language text not null,
  position integer not null,
  kicker text not null default '',
  title text not null,
  body text not null default '',
  image_url text,
  actions jsonb not null default '[]',              -- [{ label, href }], at most two
  primary key (language, position)
);

-- Editors' lists on the home page: A, B and C.
create table rankings (
  rank text not null check (rank in ('A', 'B', 'C')),
  language text not null,
  titles jsonb not null,                            -- per content language
  more_url text,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  item_ids text[] not null default '{}',
  primary key (rank, language)
);
