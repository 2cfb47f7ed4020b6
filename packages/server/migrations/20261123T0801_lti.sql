-- Opening content here from a platform (docs/decisions/068-lti.md).

-- What the tool signs with. The private key is sealed; the newest that is a day old signs, so that platforms know it by then.
create table lti_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_key bytea not null,
  created_at timestamptz not null
);

-- Who was sent to a platform to come back with a token, once. `browser` is a digest of the cookie that went along.
create table lti_departures (
  state_digest bytea primary key,
  platform_id text not null references lti_platforms on delete cascade,
  nonce text not null,
  browser bytea not null,
  expires_at timestamptz not null
);
create index on lti_departures (platform_id);
create index on lti_departures (expires_at);

-- An account here is opened by one person of a platform. Of several people of different platforms it may be the same.
create table lti_people (
  platform_id text not null references lti_platforms on delete cascade,
  subject text not null,
  user_id text not null references users on delete cascade,
  bound_at timestamptz not null,
  primary key (platform_id, subject)
);
create index on lti_people (user_id);

-- A launch that was checked and is not entered yet. `launch` is what the token said, as far as it is needed.
create table lti_arrivals (
  ticket_digest bytea primary key,
  platform_id text not null references lti_platforms on delete cascade,
  launch jsonb not null,
  same_browser boolean not null,
  expires_at timestamptz not null
);
create index on lti_arrivals (platform_id);
create index on lti_arrivals (expires_at);
