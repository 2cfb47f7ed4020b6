-- What authors work on. Learners see items; an item is written from its draft by publishing alone.

create table drafts (
  item_id text primary key references items on delete cascade,
  version integer not null check (version > 0),       -- counts every save
  part_versions jsonb not null,                       -- { general: 3, steps: 7, details: 1 }: when each part was last changed
  forms jsonb not null,                               -- the forms of the item's type, contract/authoring/forms.ts
  title text not null default '',                     -- of the forms: lists are sorted and searched by it
  language text not null default '',
  published_version integer,                          -- what learners see; null before the first publication
  source_item_id text references items on delete set null,
  source_version integer,                             -- the published version of the original this was translated from
  -- for each step, chapter, question and option of a translation the one of the original that it was begun with, by id
  source_ids jsonb not null default '{}',
  saved_at timestamptz not null,
  saved_by text references users on delete set null
);
create index drafts_by_time on drafts (saved_at desc);
create index drafts_by_source on drafts (source_item_id) where source_item_id is not null;

-- Every save. What the same person keeps automatically within a few minutes is one revision.
create table draft_revisions (
  item_id text not null references drafts on delete cascade,
  version integer not null,
  kind text not null check (kind in ('created', 'autosave', 'save', 'publish', 'restore', 'import')),
  forms jsonb not null,
  change_count integer not null default 0,
  saved_by text references users on delete set null,
  origin text,                                        -- the open editor that kept it by itself
  begun_at timestamptz not null,
  saved_at timestamptz not null,
  primary key (item_id, version)
);
-- One open editor begins one draft, however often it has to ask.
create unique index draft_revisions_begun on draft_revisions (saved_by, origin) where kind = 'created' and origin is not null;

-- What is to happen to an item by itself, as cms_schedules is for pages.
create table item_schedules (
  id text primary key,
  item_id text not null references items on delete cascade,
  action text not null check (action in ('publish', 'unpublish')),
  version integer,                                    -- the revision that is published; null to take the item back
  at timestamptz not null,
  time_zone text not null,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  done_at timestamptz,
  failure text,                                       -- why it was not done: a code of errors.ts
  check ((action = 'publish') = (version is not null))
);
create index item_schedules_due on item_schedules (at) where done_at is null;
create index item_schedules_by_item on item_schedules (item_id);

-- Embeds of other sites that an admin allowed for one author in one tutorial.
create table embed_allowances (
  tutorial_id text not null references items on delete cascade,
  user_id text not null references users on delete cascade,
  url text not null,
  created_at timestamptz not null,
  primary key (tutorial_id, user_id, url)
);

-- What other sites answered when a link to them was looked at. Shared by all items: nobody asks twice a day.
create table outside_links (
  url text primary key,
  state text not null check (state in ('ok', 'broken', 'unclear')),
  reason text,
  status integer,
  moved_to text,
  checked_at timestamptz not null
);

-- What an import has read, so that the next run knows what changed without reading it again.
create table import_files (
  source_key text primary key,                      -- <folder>/<path>: also the item's source_key
  item_id text not null references items on delete cascade,
  file_hash bytea not null,                         -- of the file alone
  depends jsonb not null,                           -- what it took from elsewhere: { "picture:…": hash, "link:…": address }
  fragments jsonb not null,                         -- anchor of each heading: anchor of the step it is in
  notes jsonb not null,                             -- [{ kind, detail, line }]
  imported_at timestamptz not null
);
create index import_files_by_item on import_files (item_id);
