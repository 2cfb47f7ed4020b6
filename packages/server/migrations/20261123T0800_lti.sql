-- LTI 1.3 (docs/decisions/068-lti.md).

-- A platform from which people of an organisation open content here. What is null is still to come from its admin.
create table lti_platforms (
  id text primary key,
  organisation_id text not null references organisations on delete cascade,
  name text not null,
  issuer text,
  client_id text,
  auth_url text,
  token_url text,
  jwks_url text,
  deployment_ids text[] not null,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  last_launch_at timestamptz,
  ended_at timestamptz
);
create index on lti_platforms (organisation_id, created_at);
create index on lti_platforms (created_by);
create unique index on lti_platforms (organisation_id, issuer, client_id) where ended_at is null;
