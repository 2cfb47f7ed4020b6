-- Pages that editors make. Visitors read cms_contents; a row of it is written from its draft by publishing alone.

create table cms_pages (
  id text primary key,
  namespace text not null check (namespace in ('learn', 'campus', 'classroom')),
  slug text not null check (slug ~ '^[A-Za-z0-9_-]{1,80}$'),
  name text not null,
  is_own boolean not null default false,              -- the site itself asks for it
  source_key text unique,                             -- the file that it was loaded from
  created_at timestamptz not null,
  created_by text references users on delete set null,
  deleted_at timestamptz
);
create unique index cms_pages_by_slug on cms_pages (namespace, slug) where deleted_at is null;

create table cms_drafts (
  page_id text not null references cms_pages on delete cascade,
  locale text not null,
  version integer not null check (version > 0),       -- counts every save
  content jsonb not null,                             -- PageContent, contract/cms/blocks.ts
  published_version integer,                          -- what visitors see; null when they see nothing
  source_version integer,                             -- what was loaded from the file of the page
  saved_at timestamptz not null,
  saved_by text references users on delete set null,
  primary key (page_id, locale)
);
create index cms_drafts_by_time on cms_drafts (saved_at desc);

-- Every save. What the same person keeps automatically within a few minutes is one revision.
create table cms_revisions (
  page_id text not null,
  locale text not null,
  version integer not null,
  kind text not null check (kind in ('created', 'autosave', 'save', 'publish', 'restore')),
  content jsonb not null,
  change_count integer not null default 0,
  saved_by text references users on delete set null,
  origin text,                                        -- the open editor that kept it by itself
  begun_at timestamptz not null,
  saved_at timestamptz not null,
  primary key (page_id, locale, version),
  foreign key (page_id, locale) references cms_drafts on delete cascade
);

-- What visitors see: read, checked and with sanitized HTML.
create table cms_contents (
  page_id text not null,
  locale text not null,
  version integer not null,
  content jsonb not null,
  published_at timestamptz not null,
  published_by text references users on delete set null,
  primary key (page_id, locale),
  foreign key (page_id, locale) references cms_drafts on delete cascade
);

create table cms_schedules (
  id text primary key,
  page_id text not null,
  locale text not null,
  action text not null check (action in ('publish', 'unpublish')),
  version integer,                                    -- what is published; null to unpublish
  at timestamptz not null,
  time_zone text not null,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  done_at timestamptz,
  failure text,                                       -- why it was not done: a code of errors.ts
  check ((action = 'publish') = (version is not null)),
  foreign key (page_id, locale) references cms_drafts on delete cascade
);
create index cms_schedules_due on cms_schedules (at) where done_at is null;
create index cms_schedules_by_page on cms_schedules (page_id, locale);

create table cms_previews (
  token_hash bytea primary key,
  page_id text not null,
  locale text not null,
  expires_at timestamptz not null,
  created_by text references users on delete cascade,
  foreign key (page_id, locale) references cms_drafts on delete cascade
);
create index cms_previews_by_page on cms_previews (page_id, locale);
create index cms_previews_by_expiry on cms_previews (expires_at);
