-- What an organisation tells by OneRoster 1.2 (docs/decisions/106-oneroster-rest.md): kept beside what it is of, as the
-- standard wants a time of change and a mark of what is gone, and lists in any order over 100,000 people. Written since
-- the organisation's first key.
create table oneroster_publishings (
  organisation_id text primary key references organisations on delete cascade,
  name text not null default '',
  changed_at timestamptz not null,
  filled_at timestamptz                             -- null: it is being filled for the first time
);

create table oneroster_people (
  organisation_id text not null references oneroster_publishings on delete cascade,
  id text not null references users on delete cascade,
  given_name text not null,
  family_name text not null,
  email text not null default '',                   -- what the organisation's own lists say, not what the account has
  sms text not null default '',
  identifier text not null default '',
  role text not null check (role in ('student', 'teacher', 'siteAdministrator')),
  status text not null check (status in ('active', 'tobedeleted')),
  changed_at timestamptz not null,
  primary key (organisation_id, id)
);
create index oneroster_people_by_account on oneroster_people (id);
create index oneroster_people_by_change on oneroster_people (organisation_id, changed_at, id);
create index oneroster_people_by_role on oneroster_people (organisation_id, role, id);
create index oneroster_people_by_name on oneroster_people (organisation_id, family_name collate "C", id);
create index oneroster_people_by_identifier on oneroster_people (organisation_id, identifier collate "C", id);
create index oneroster_people_by_email on oneroster_people (organisation_id, email collate "C", id);

-- The span of the classes that have it: there are no terms here besides.
create table oneroster_sessions (
  organisation_id text not null references oneroster_publishings on delete cascade,
  id text not null,
  title text not null,
  starts_on text not null,
  ends_on text not null,
  school_year text not null,
  status text not null default 'active',
  changed_at timestamptz not null,
  primary key (organisation_id, id)
);

create table oneroster_classes (
  organisation_id text not null references oneroster_publishings on delete cascade,
  id text not null,
  title text not null,
  session_id text not null,
  status text not null check (status in ('active', 'tobedeleted')),
  changed_at timestamptz not null,
  primary key (organisation_id, id)
);
create index oneroster_classes_by_change on oneroster_classes (organisation_id, changed_at, id);
create index oneroster_classes_by_session on oneroster_classes (organisation_id, session_id, id);

create table oneroster_seats (
  organisation_id text not null,
  id text not null generated always as (class_id || '.' || user_id) stored,
  class_id text not null,
  user_id text not null,
  role text not null check (role in ('student', 'teacher')),
  status text not null check (status in ('active', 'tobedeleted')),
  changed_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, user_id) references oneroster_people on delete cascade
);
create index oneroster_seats_by_class on oneroster_seats (organisation_id, class_id, role, user_id);
create index oneroster_seats_by_person on oneroster_seats (organisation_id, user_id, class_id);
create index oneroster_seats_by_change on oneroster_seats (organisation_id, changed_at, id);
