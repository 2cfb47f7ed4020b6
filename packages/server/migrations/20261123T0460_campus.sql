-- Where a person is in a course of the campus.
create table course_places (
  user_id text not null references users on delete cascade,
  course_id text not null references items on delete cascade,
  project_id text references items on delete set null,
  item_id text not null references items on delete cascade,
  step_id text references sections on delete set null,
  updated_at timestamptz not null,
  primary key (user_id, course_id)
);

-- Courses whose class is live. A teacher who leaves without ending it is heard of no more: see live_until.
create table live_courses (
  course_id text primary key references items on delete cascade,
  teacher_id text not null references users on delete cascade,
  began_at timestamptz not null,
  live_until timestamptz not null
);
