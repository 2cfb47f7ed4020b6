-- Groups of a class, and assignments that are for some of it.

create table class_groups (
  id text primary key,                              -- kg_…
  class_id text not null references classes on delete cascade,
  name text not null,
  created_at timestamptz not null,
  unique (class_id, name),
  unique (id, class_id)
);

-- A learner is in one group of a class at most. Who leaves the class and comes back is in it again.
create table class_group_members (
  user_id text not null references users on delete cascade,
  class_id text not null,
  group_id text not null,
  primary key (user_id, class_id),
  foreign key (group_id, class_id) references class_groups (id, class_id) on delete cascade
);
create index class_group_members_by_group on class_group_members (group_id);

-- false: for the groups and people below alone
alter table assignments add column for_all boolean not null default true;

create table assignment_groups (
  assignment_id text not null references assignments on delete cascade,
  -- a group that something is assigned to is not deleted by itself
  group_id text not null references class_groups,
  primary key (assignment_id, group_id)
);
create index assignment_groups_by_group on assignment_groups (group_id);

create table assignment_people (
  user_id text not null references users on delete cascade,
  assignment_id text not null references assignments on delete cascade,
  primary key (user_id, assignment_id)
);
create index assignment_people_by_assignment on assignment_people (assignment_id);
