-- Sign-in by the OpenID provider of an organisation (docs/decisions/083-sign-in-of-an-organisation.md).

-- `version` grows with each change: what was begun with other settings does not end. The secret is sealed.
create table school_sign_ins (
  organisation_id text primary key references organisations on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  version integer not null,
  tested_at timestamptz,
  tested_as text,
  on_at timestamptz,
  -- members but admins are members only in sessions that began there
  only_there boolean not null default false,
  changed_by text references users on delete set null,
  changed_at timestamptz not null,
  check (on_at is null or tested_at is not null),
  check (on_at is not null or not only_there)
);
create index on school_sign_ins (changed_by);

-- Whose account a person of a provider opens. By the issuer too: another provider names others alike.
create table school_people (
  organisation_id text not null references organisations on delete cascade,
  issuer text not null,
  subject text not null,
  user_id text not null references users on delete cascade,
  bound_at timestamptz not null,
  last_at timestamptz not null,
  primary key (organisation_id, issuer, subject)
);
create index on school_people (user_id);

-- Who was sent to a provider to come back, once. The digest is of the state and of a cookie of the browser.
create table school_departures (
  state_hash bytea primary key,
  organisation_id text not null references organisations on delete cascade,
  version integer not null,
  purpose text not null check (purpose in ('sign_in', 'bind', 'test')),
  user_id text references users on delete cascade,
  nonce text not null,
  code_verifier text not null,
  redirect_to text not null,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (user_id is null))
);
create index on school_departures (organisation_id);
create index on school_departures (user_id);
create index on school_departures (expires_at);

-- By whose provider the person of a session proved who they are, and when.
alter table sessions add column school_id text references organisations on delete set null;
alter table sessions add column school_at timestamptz;
create index on sessions (school_id) where school_id is not null;
