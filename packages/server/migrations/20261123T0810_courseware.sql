-- Course packages of organisations: SCORM and cmi5 (docs/decisions/069-course-packages.md).

-- An upload that becomes a course package.
alter table attachments drop constraint attachments_kind_check;
alter table attachments add constraint attachments_kind_check
  check (kind in ('image', 'video', 'caption', 'material', 'asset', 'webgl', 'package'));

create table courseware_packages (
  id text primary key,
  organisation_id text not null references organisations on delete cascade,
  created_by text references users on delete set null,
  created_at timestamptz not null
);
create index on courseware_packages (organisation_id, created_at);
create index on courseware_packages (created_by);

-- Attempts keep their version. `units` is the tree as the manifest has it, flat and in order (server/courseware/units.ts).
create table courseware_versions (
  id text primary key,
  package_id text not null references courseware_packages on delete cascade,
  number integer not null,
  -- the upload that it was made of; it goes once it is unpacked
  attachment_id text not null,
  file_name text not null,
  state text not null default 'reading' check (state in ('reading', 'ready', 'refused')),
  fault text,
  fault_detail text not null default '',
  standard text check (standard in ('scorm_12', 'scorm_2004', 'cmi5')),
  title text not null,
  -- cmi5: the IRI of the course
  course_iri text,
  units jsonb not null default '[]',
  byte_size bigint not null default 0,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  unique (package_id, number),
  unique (package_id, attachment_id),
  check ((state = 'refused') = (fault is not null)),
  check (state <> 'ready' or standard is not null)
);
create index on courseware_versions (created_by);

-- Files of a version, as its archive has them.
create table courseware_files (
  version_id text not null references courseware_versions on delete cascade,
  path text not null,
  storage_key text not null,
  byte_size bigint not null,
  content_type text not null,
  content_encoding text,
  primary key (version_id, path)
);

create table courseware_classes (
  class_id text not null references classes on delete cascade,
  package_id text not null references courseware_packages on delete cascade,
  given_by text references users on delete set null,
  given_at timestamptz not null,
  primary key (class_id, package_id)
);
create index on courseware_classes (package_id);
create index on courseware_classes (given_by);

-- One person's way through one package. `registration` names it in learning records.
create table courseware_attempts (
  user_id text not null references users on delete cascade,
  package_id text not null references courseware_packages on delete cascade,
  version_id text not null references courseware_versions on delete cascade,
  registration uuid not null unique,
  began_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  -- 0 to 100: the mean of the units that have a score
  score real,
  seconds double precision not null default 0,
  done_units integer not null default 0,
  primary key (user_id, package_id)
);
create index on courseware_attempts (package_id);
create index on courseware_attempts (version_id);

-- What one unit recorded. A visit that was opened later ends the one before: only the newest may write.
create table courseware_unit_records (
  user_id text not null,
  package_id text not null,
  unit_id text not null,
  visit_id text not null unique,
  -- of the newest commit of this visit
  commit_number integer not null default 0,
  -- the visit was ended by the unit itself
  has_ended boolean not null default false,
  state text not null default 'begun' check (state in ('begun', 'completed', 'passed', 'failed', 'waived')),
  score real check (score between 0 and 100),
  -- of the visits before this one, and with it
  seconds_before double precision not null default 0,
  seconds double precision not null default 0,
  -- what the unit keeps: cmi as JSON, of any length up to the limit in contract/courseware/package-rules.ts
  data text,
  updated_at timestamptz not null,
  primary key (user_id, package_id, unit_id),
  foreign key (user_id, package_id) references courseware_attempts on delete cascade
);
