-- Courses of other systems, as they are read and taken in (docs/decisions/087-courses-of-other-systems.md).

create table course_imports (
  id text primary key,
  owner_id text not null references users on delete cascade,
  -- what is made belongs to it; null: to the site
  organisation_id text references organisations on delete cascade,
  -- the upload, which its owner may delete
  attachment_id text not null,
  file_name text not null,
  state text not null default 'reading' check (state in ('reading', 'planned', 'importing', 'done', 'refused')),
  fault text,
  fault_detail text not null default '',
  done integer not null default 0,
  total integer not null default 0,
  -- what would become, or became, of each part: format, title, items, parts, counts (server/authoring/courses/course-imports.ts)
  report jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'refused') = (fault is not null)),
  check (state not in ('planned', 'importing', 'done') or report is not null)
);
create index on course_imports (owner_id, created_at);
create index on course_imports (organisation_id);
