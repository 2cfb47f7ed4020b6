-- Outside tools that are opened from here (docs/decisions/080-lti-platform.md).

-- A tool of an organisation. Its id is its client id; what its admin lets it have of people is said one by one.
create table lti_tools (
  id text primary key,
  organisation_id text not null references organisations on delete cascade,
  name text not null,
  login_url text not null,
  launch_url text not null,
  -- where tokens may be sent, besides launch_url
  redirect_urls text[] not null,
  jwks_url text not null,
  -- null: it offers nothing to choose
  choose_url text,
  sends_name boolean not null,
  sends_mail boolean not null,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index on lti_tools (organisation_id, created_at);
create index on lti_tools (created_by);

-- What a class opens in a tool.
create table lti_tool_links (
  id text primary key,
  tool_id text not null references lti_tools on delete cascade,
  class_id text not null references classes on delete cascade,
  title text not null,
  url text not null,
  custom jsonb not null default '{}',
  created_by text references users on delete set null,
  created_at timestamptz not null
);
create index on lti_tool_links (class_id, created_at);
create index on lti_tool_links (tool_id);
create index on lti_tool_links (created_by);

-- A person as a tool knows them: another name for each tool.
create table lti_tool_people (
  tool_id text not null references lti_tools on delete cascade,
  subject text not null,
  user_id text not null references users on delete cascade,
  primary key (tool_id, subject),
  unique (tool_id, user_id)
);
create index on lti_tool_people (user_id);

-- Somebody is on the way to a tool; given out once. `link_id` is null where a teacher is to choose there.
create table lti_tool_visits (
  hint_digest bytea primary key,
  tool_id text not null references lti_tools on delete cascade,
  class_id text not null references classes on delete cascade,
  link_id text references lti_tool_links on delete cascade,
  user_id text not null references users on delete cascade,
  -- the teacher was sent to choose, and may come back with a choice
  has_left boolean not null default false,
  expires_at timestamptz not null
);
create index on lti_tool_visits (tool_id);
create index on lti_tool_visits (class_id);
create index on lti_tool_visits (link_id);
create index on lti_tool_visits (user_id);
create index on lti_tool_visits (expires_at);

-- Assertions and answers of tools that were used: none counts twice.
create table lti_used_tokens (
  tool_id text not null references lti_tools on delete cascade,
  digest bytea not null,
  expires_at timestamptz not null,
  primary key (tool_id, digest)
);
create index on lti_used_tokens (expires_at);

-- A column of marks that a tool fills, of one class.
create table lti_line_items (
  id text primary key,
  tool_id text not null references lti_tools on delete cascade,
  class_id text not null references classes on delete cascade,
  link_id text references lti_tool_links on delete cascade,
  label text not null,
  score_maximum double precision not null check (score_maximum > 0),
  resource_id text,
  tag text,
  created_at timestamptz not null
);
create index on lti_line_items (class_id, tool_id, created_at);
create index on lti_line_items (tool_id);
create index on lti_line_items (link_id);

create table lti_results (
  line_item_id text not null references lti_line_items on delete cascade,
  user_id text not null references users on delete cascade,
  -- null: nothing is given yet, or it was taken back
  score_given double precision check (score_given >= 0),
  score_maximum double precision check (score_maximum > 0),
  comment text not null default '',
  activity_progress text not null,
  grading_progress text not null,
  -- by the tool's clock; what is older is refused
  said_at timestamptz not null,
  primary key (line_item_id, user_id)
);
create index on lti_results (user_id);
