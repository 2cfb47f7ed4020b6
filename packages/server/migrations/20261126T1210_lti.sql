-- Tools that register themselves, and frames without cookies.

-- Good for one tool, once: the ticket is in the address that an admin opened at the tool, and a digest here.
create table lti_tool_registrations (
  ticket_digest bytea primary key,
  organisation_id text not null references organisations on delete cascade,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null
);
create index on lti_tool_registrations (organisation_id);
create index on lti_tool_registrations (user_id);
create index on lti_tool_registrations (expires_at);

-- The browser that a launch was begun in, where a frame without cookies has its name kept by the platform.
alter table lti_arrivals add column browser bytea;
