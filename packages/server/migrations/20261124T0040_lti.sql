-- What a teacher chooses here for a course of a platform (docs/decisions/079-lti-tool.md).

-- A choice that was begun at a platform. `request` is what the platform wants; `chosen` is null until something, or nothing,
-- was chosen, and then goes back once.
create table lti_choices (
  ticket_digest bytea primary key,
  platform_id text not null references lti_platforms on delete cascade,
  user_id text not null references users on delete cascade,
  request jsonb not null,
  chosen jsonb,
  expires_at timestamptz not null
);
create index on lti_choices (platform_id);
create index on lti_choices (user_id);
create index on lti_choices (expires_at);
