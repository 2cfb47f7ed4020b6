-- Who is here: people, their sessions, the codes sent to them, and the limits that protect both.

create table users (
  id text primary key,                              -- u_…
  phone text unique,                                -- mainland number, 11 digits
  name text not null,
  full_name text not null default '',
  description text not null default '',
  username text unique,
  slug text not null,
  title text not null default '',
  email text unique,
  email_required boolean not null default false,
  auth_id text unique,                              -- account at the developer identity provider
  avatar text,
  is_bot boolean not null default false,
  is_real_name boolean not null default false,
  is_official boolean not null default false,       -- an official author: shown under their own name
  premium_until timestamptz,
  tfa_end_time timestamptz,
  next_update_profile_time timestamptz,
  suspend_reason text,
  suspend_until timestamptz,                        -- set exactly when the account is suspended
  groups text[] not null default '{}',
  locale text,
  region text,
  records_private boolean not null default false,   -- others may not see this learner's records
  created_at timestamptz not null default now(),
  check ((suspend_reason is null) = (suspend_until is null))
);

create table sessions (
  token_hash bytea primary key,                     -- sha-256 of the cookie's token; the token itself is never stored
  user_id text not null references users on delete cascade,
  device_type text not null check (device_type in ('desktop', 'mobile')),
  user_agent text not null default '',
  ip inet,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);

create table sms_codes (
  phone text not null,
  sms_type text not null check (sms_type in ('main_login', 'learn')),
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left integer not null,
  primary key (phone, sms_type)
);

-- Fixed windows shared by every process; a key names what is limited (sms:phone:…, sms:ip:…).
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (key, window_start)
);
create index rate_limits_by_window on rate_limits (window_start);

-- Demo mode only: what would have gone out by SMS or mail.
create table outbox_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  code text,
  body text not null,
  sent_at timestamptz not null default now()
);
create index outbox_by_recipient on outbox_messages (recipient, id desc);

-- Secrets the site makes for itself (signing keys), so that every process shares them.
create table site_secrets (
  name text primary key,
  value bytea not null
);

-- Who changed what about whom, outside of what people do to their own things. Rows are only added.
create table audit_log (
  id bigint generated always as identity primary key,
  actor text not null,                              -- a user id, or 'cli'
  act text not null,                                -- group_granted
  subject text not null,                            -- what it was done to, usually a user id
  detail jsonb not null default '{}',
  at timestamptz not null
);
create index audit_log_by_subject on audit_log (subject, id desc);
