-- Learners to whom a teacher opened an assignment despite what it waits for.
create table assignment_openings (
  user_id text not null references users on delete cascade,
  assignment_id text not null references assignments on delete cascade,
  opened_at timestamptz not null,
  primary key (user_id, assignment_id)
);
create index assignment_openings_by_assignment on assignment_openings (assignment_id);

create or replace view assignment_locks as
  select s.user_id, s.assignment_id, s.item_id, b.item_id as needs_item_id, n.to_pass
  from assigned_items s
    join assignment_prerequisites n on n.assignment_id = s.assignment_id
    join assigned_items b on b.assignment_id = n.needs_id and b.user_id = s.user_id
  where not exists (select from learner_progress p where p.user_id = s.user_id and p.item_id = s.item_id)
    and not exists (select from assignment_openings o
      where o.user_id = s.user_id and o.assignment_id = s.assignment_id)
    and not exists (select from learner_progress p
      where p.user_id = s.user_id and p.item_id = b.item_id and p.completed_time is not null and not n.to_pass)
    and not exists (select from quiz_attempts q
      where q.user_id = s.user_id and q.item_id = b.item_id and q.submitted_at is not null and (q.passed or not n.to_pass));
