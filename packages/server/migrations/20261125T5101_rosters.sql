-- The school's directory writes people and classes by SCIM 2.0 (docs/decisions/084-scim.md).

-- Keys of an organisation's directory. The one before the newest ends a day after it was replaced.
create table scim_keys (
  id text primary key,                              -- dk_…
  organisation_id text not null references organisations on delete cascade,
  secret_digest bytea not null unique,
  ending text not null,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  ends_at timestamptz
);
create index on scim_keys (organisation_id, created_at);
create index on scim_keys (created_by);

-- A person as the directory names them. `user_id` is their account, once it is known to be theirs. A removed one stays, so that
-- the same person is found when the directory adds them again.
create table scim_people (
  id text primary key,                              -- du_…
  organisation_id text not null references organisations on delete cascade,
  external_id text,
  user_name text not null,
  active boolean not null,
  role text check (role in ('learner', 'educator')),  -- null: the directory says none
  name text not null,
  email text,
  phone text,
  document jsonb not null,
  user_id text references users on delete set null,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  removed_at timestamptz,
  unique (id, organisation_id)
);
create unique index on scim_people (organisation_id, lower(user_name)) where removed_at is null;
create unique index on scim_people (organisation_id, external_id) where removed_at is null;
create unique index on scim_people (organisation_id, user_id) where removed_at is null;
create index on scim_people (organisation_id, id) where removed_at is null;
create index on scim_people (user_id);

-- A class as the directory names it.
create table scim_groups (
  id text primary key,                              -- dg_…
  organisation_id text not null,
  external_id text,
  class_id text not null unique,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (id, organisation_id),
  unique (organisation_id, name),
  foreign key (class_id, organisation_id) references classes (id, organisation_id) on delete cascade
);
create unique index on scim_groups (organisation_id, external_id);

-- Who the directory says is in which class. What a teacher did on the page is not in here.
create table scim_seats (
  organisation_id text not null,
  group_id text not null,
  person_id text not null,
  primary key (group_id, person_id),
  foreign key (group_id, organisation_id) references scim_groups (id, organisation_id) on delete cascade,
  foreign key (person_id, organisation_id) references scim_people (id, organisation_id) on delete cascade
);
create index on scim_seats (person_id);

-- What the directory asked and how it ended, without what was said of people.
create table scim_requests (
  id bigint generated always as identity primary key,
  organisation_id text not null references organisations on delete cascade,
  at timestamptz not null,
  method text not null,
  path text not null,
  status integer not null,
  problem text
);
create index on scim_requests (organisation_id, id);
create index on scim_requests (at);
