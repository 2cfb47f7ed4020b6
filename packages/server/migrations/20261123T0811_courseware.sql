-- cmi5: what a unit said, and the visits in which it may.

alter table courseware_attempts
  -- "type iri" of the blocks, and of the course, that were said to be satisfied
  add satisfied text[] not null default '{}';

alter table courseware_unit_records
  -- in this registration
  add has_completed boolean not null default false,
  add has_passed boolean not null default false;

-- A visit of a unit of cmi5. Of the address where its key is fetched, and of the key itself, digests are kept.
create table courseware_launches (
  visit_id text primary key,
  user_id text not null,
  package_id text not null,
  unit_id text not null,
  activity_iri text not null,
  fetch_digest bytea not null,
  key_digest bytea,
  launched_at timestamptz not null,
  fetched_at timestamptz,
  -- a unit begins when it has asked for them
  preferences_read_at timestamptz,
  initialized_at timestamptz,
  -- terminated by the unit, or abandoned
  ended_at timestamptz,
  has_failed boolean not null default false,
  mode text not null default 'Normal' check (mode in ('Normal', 'Browse', 'Review')),
  foreign key (user_id, package_id) references courseware_attempts on delete cascade
);
create index on courseware_launches (user_id, package_id, unit_id);
