-- Tokens with which programs read (docs/decisions/074-api-tokens.md).
create table api_tokens (
  id text primary key,
  -- null: the token is of the person who made it
  organisation_id text references organisations on delete cascade,
  created_by text not null references users on delete cascade,
  name text not null,
  scopes text[] not null,
  secret_digest bytea not null unique,
  ending text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index on api_tokens (organisation_id, created_at);
create index on api_tokens (created_by, created_at);
