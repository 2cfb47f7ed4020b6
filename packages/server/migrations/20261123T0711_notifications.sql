-- Whom a person wants to hear nothing of. A notification names who caused it, so that a block counts for it whenever made.

create table person_blocks (
  user_id text not null references users on delete cascade,
  blocked_id text not null references users on delete cascade,
  blocked_at timestamptz not null,
  primary key (user_id, blocked_id),
  check (user_id <> blocked_id)
);
create index person_blocks_by_blocked on person_blocks (blocked_id, user_id);

alter table notifications add column caused_by text references users on delete set null;
create index notifications_by_cause on notifications (caused_by) where caused_by is not null;
