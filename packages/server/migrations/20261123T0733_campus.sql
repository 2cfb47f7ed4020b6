-- Points and feedback of a teacher. Learners see them from `release_at` on; null: not released.
alter table assignments add release_at timestamptz, add release_told_at timestamptz;
create index assignments_to_release on assignments (release_at) where release_told_at is null;

create table assignment_marks (
  user_id text not null references users on delete cascade,
  assignment_id text not null references assignments on delete cascade,
  points smallint check (points between 0 and 100),
  feedback text not null default '',
  marked_by text references users on delete set null,
  marked_at timestamptz not null,
  primary key (user_id, assignment_id),
  check (points is not null or feedback <> '')
);
create index assignment_marks_by_assignment on assignment_marks (assignment_id);
