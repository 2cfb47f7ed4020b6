-- Assignments of a class that have to be done, or passed, before another one opens.
create table assignment_prerequisites (
  assignment_id text not null references assignments on delete cascade,
  needs_id text not null references assignments on delete cascade,
  -- of a quiz: handing it in is not enough
  to_pass boolean not null default false,
  primary key (assignment_id, needs_id),
  check (assignment_id <> needs_id)
);
create index assignment_prerequisites_by_need on assignment_prerequisites (needs_id);

-- What learners are to learn in their classes: assignments that are for them.
create view assigned_items as
  select k.user_id, a.id as assignment_id, a.item_id
  from class_members k
    join classes c on c.id = k.class_id and c.archived_at is null
    join memberships m on (m.organisation_id, m.user_id) = (k.organisation_id, k.user_id) and m.ended_at is null
      and m.role = 'learner'
    join assignments a on a.class_id = k.class_id
  where a.for_all
    or exists (select from assignment_people ap where ap.user_id = k.user_id and ap.assignment_id = a.id)
    or exists (select from assignment_groups ag join class_group_members gm on gm.group_id = ag.group_id
      where ag.assignment_id = a.id and gm.user_id = k.user_id);

-- What a learner has yet to do before an assignment opens. What was begun is not among it, and never locked again.
create view assignment_locks as
  select s.user_id, s.assignment_id, s.item_id, b.item_id as needs_item_id, n.to_pass
  from assigned_items s
    join assignment_prerequisites n on n.assignment_id = s.assignment_id
    join assigned_items b on b.assignment_id = n.needs_id and b.user_id = s.user_id
  where not exists (select from learner_progress p where p.user_id = s.user_id and p.item_id = s.item_id)
    and not exists (select from learner_progress p
      where p.user_id = s.user_id and p.item_id = b.item_id and p.completed_time is not null and not n.to_pass)
    and not exists (select from quiz_attempts q
      where q.user_id = s.user_id and q.item_id = b.item_id and q.submitted_at is not null and (q.passed or not n.to_pass));
