-- What authors work on. Learners see items; an item is written from its draft by publishing alone.

alter table items add column is_video boolean not null default false;
alter table items add column deleted_at timestamptz;
alter table items add column offline boolean not null default false;
alter table items add column asset jsonb;                              -- { packageIds, uploads: [{ attachmentId, name, downloadVersion }] }
alter table items add column "group" jsonb;                            -- { groupId, url }
alter table items add column payment_item jsonb;                       -- { slug, itemId }
alter table items add column overview_video_id text;
alter table items add column overview_video_title text not null default '';

create index items_by_author on items (author_id);
create index items_deleted on items (deleted_at) where deleted_at is not null;

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
  begun_at timestamptz not null,
  saved_at timestamptz not null,
  primary key (item_id, version)
);

-- Embeds of other sites that an admin allowed for one author in one tutorial.
create table embed_allowances (
  tutorial_id text not null references items on delete cascade,
  user_id text not null references users on delete cascade,
  url text not null,
  created_at timestamptz not null,
  primary key (tutorial_id, user_id, url)
);
