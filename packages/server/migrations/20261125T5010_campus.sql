-- What teachers sent to a class. Who is told is worked out as it is told.
create table class_messages (
  id text primary key,
  class_id text not null references classes on delete cascade,
  sent_by text references users on delete set null,
  title text not null,
  text text not null,
  audience text not null check (audience in ('all', 'not_begun', 'late')),
  assignment_id text references assignments on delete set null,
  -- how many were told
  people integer not null,
  sent_at timestamptz not null,
  idempotency_key text not null,
  unique (class_id, idempotency_key)
);
create index class_messages_by_class on class_messages (class_id, sent_at);
create index class_messages_by_sender on class_messages (sent_by);
create index class_messages_by_assignment on class_messages (assignment_id);
