-- People of courses of platforms, read into classes, and platforms that register us (docs/decisions/079-lti-tool.md).

-- A course of a platform, as launches from it said; `class_id` is the class that its people are read into, if any.
create table lti_contexts (
  id text primary key,
  platform_id text not null references lti_platforms on delete cascade,
  context_id text not null,
  title text not null,
  members_url text not null,
  class_id text references classes on delete set null,
  -- the last reading that went well, and what went wrong since
  read_at timestamptz,
  problem text,
  unique (platform_id, context_id)
);
create index on lti_contexts (class_id);

-- Who was named by a reading; `left_at`: a later one named them no more. They stay in the class until a teacher says otherwise.
create table lti_context_members (
  context_id text not null references lti_contexts on delete cascade,
  subject text not null,
  left_at timestamptz,
  primary key (context_id, subject)
);

-- A platform may register itself once with this. The address that holds it proves the admin who made it.
create table lti_registrations (
  ticket_digest bytea primary key,
  platform_id text not null references lti_platforms on delete cascade,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null
);
create index on lti_registrations (platform_id);
create index on lti_registrations (user_id);
create index on lti_registrations (expires_at);
