-- What a class is to learn, each item once.
create table assignments (
  id text primary key,
  class_id text not null references classes on delete cascade,
  item_id text not null references items on delete cascade,
  opens_at timestamptz not null,
  due_at timestamptz not null,
  -- from the teacher to the learners
  note text not null default '',
  assigned_by text references users on delete set null,
  assigned_at timestamptz not null,
  -- learners were told that it is open, and that it is due soon; null: not yet
  opening_told_at timestamptz,
  due_told_at timestamptz,
  unique (class_id, item_id),
  check (opens_at < due_at)
);
create index assignments_by_item on assignments (item_id);
create index assignments_to_open on assignments (opens_at) where opening_told_at is null;
create index assignments_falling_due on assignments (due_at) where due_told_at is null;

-- Dates of one person in place of the class's.
create table assignment_dates (
  user_id text not null references users on delete cascade,
  assignment_id text not null references assignments on delete cascade,
  opens_at timestamptz not null,
  due_at timestamptz not null,
  opening_told_at timestamptz,
  due_told_at timestamptz,
  primary key (user_id, assignment_id),
  check (opens_at < due_at)
);
create index assignment_dates_by_assignment on assignment_dates (assignment_id);
create index assignment_dates_to_open on assignment_dates (opens_at) where opening_told_at is null;
create index assignment_dates_falling_due on assignment_dates (due_at) where due_told_at is null;
