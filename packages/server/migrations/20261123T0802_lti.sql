-- Scores that go back to platforms (docs/decisions/068-lti.md).

-- A link in a course of a platform, as its last launch described it.
create table lti_links (
  id text primary key,
  platform_id text not null references lti_platforms on delete cascade,
  deployment_id text not null,
  resource_link_id text not null,
  item_id text not null references items on delete cascade,
  -- where its scores go; null where the platform gives it none, and one may be made at line_items_url
  line_item_url text,
  line_items_url text,
  scopes text[] not null,
  unique (platform_id, deployment_id, resource_link_id)
);
create index on lti_links (item_id);

-- What a platform knows of a person's score, and what went wrong with the last try. `seen_at`: what was learned until then
-- is told. `retry_at` is null where nothing is to be tried.
create table lti_scores (
  link_id text not null references lti_links on delete cascade,
  user_id text not null references users on delete cascade,
  subject text not null,
  seen_at timestamptz,
  score real,
  completed boolean,
  sent_at timestamptz,
  tries integer not null default 0,
  retry_at timestamptz,
  problem text,
  primary key (link_id, user_id)
);
create index on lti_scores (user_id);
create index on lti_scores (retry_at) where retry_at is not null;
