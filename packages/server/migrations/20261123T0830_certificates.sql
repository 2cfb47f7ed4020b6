-- What a person completed, as it was said on the day: a certificate does not change when the path does.
create table certificates (
  number text primary key,                                 -- LT-2026-7K4M-91QX
  user_id text not null references users on delete cascade,
  subject_id text not null,                                -- what was completed: a path
  title text not null,
  language text not null,
  path text not null,                                      -- where it can be read about
  items integer not null,
  organisation_id text references organisations on delete cascade,
  holder_name text not null,
  issued_at timestamptz not null,
  is_public boolean not null default true,
  revoked_at timestamptz,
  revoked_reason text,
  revoked_by text references users on delete set null,
  check ((revoked_at is null) = (revoked_reason is null))
);
-- once for each person, however often it is told that they completed it
create unique index certificates_once on certificates (user_id, subject_id);
