-- People: who they are, what their accounts are bound to and have proved, their sessions, and the organisations that
-- they belong to.

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
  email_confirmed_at timestamptz,
  auth_id text unique,                              -- account at the developer identity provider
  chat_app_id text unique,                          -- account at the chat app (its union id)
  avatar text,
  is_bot boolean not null default false,
  is_real_name boolean not null default false,
  is_official boolean not null default false,       -- an official author: shown under their own name
  premium_until timestamptz,
  next_update_profile_time timestamptz,
  needs_review boolean not null default false,      -- a person of the site looks at the profile before it is shown
  login_tip_seen_at timestamptz,                    -- the tip about ways to sign in was shown and acknowledged
  tfa_secret bytea,                                 -- encrypted; in force once tfa_enabled_at is set
  tfa_enabled_at timestamptz,
  tfa_last_step bigint,                             -- the newest time step a code was taken for: none is taken twice
  suspend_reason text,
  suspend_until timestamptz,                        -- set exactly when the account is suspended
  groups text[] not null default '{}',
  translations jsonb not null default '{}',         -- { "en": { "fullName": …, "title": …, "description": … } }
  locale text,
  region text,
  records_private boolean not null default false,   -- others may not see this learner's records
  created_at timestamptz not null default now(),
  deleted_at timestamptz,                           -- emptied at the person's wish; only what the law keeps still points here
  merged_into text references users,                -- emptied: everything went to this account
  check ((suspend_reason is null) = (suspend_until is null))
);

-- One browser for each kind of device is signed in at a time. A session that was ended stays until it would have
-- expired, so that its device can be told why.
create table sessions (
  token_hash bytea primary key,                     -- sha-256 of the cookie's token; the token itself is never stored
  id text not null constraint sessions_id unique,   -- ls_…, a name that may be shown and sent: the gateway's login key
  user_id text not null references users on delete cascade,
  device_type text not null check (device_type in ('desktop', 'mobile')),
  user_agent text not null default '',
  ip inet,
  country text,                                     -- two letters, as it was known at the sign-in
  notice jsonb,                                     -- the newest sign-in from a device never seen before, until it was read
  tfa_end_time timestamptz,                         -- a second factor is proved on one device and not on the others
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'other_device', 'revoked', 'suspended', 'replaced', 'deleted')),
  ended_by jsonb,                                   -- for other_device: the device that took over, as the notice shows it
  constraint sessions_ended check ((ended_at is null) = (end_reason is null))
);
create index sessions_by_user on sessions (user_id);
create unique index sessions_open on sessions (user_id, device_type) where ended_at is null;

-- A code belongs to the browser that asked for it: what others try wrong, and codes that others ask for, do not take it
-- away.
create table sms_codes (
  phone text not null,
  sms_type text not null check (sms_type in ('main_login', 'learn')),
  asked_by bytea not null,
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries_left integer not null,
  others_tries_left integer not null,
  primary key (phone, sms_type, asked_by)
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

-- The papers a person showed. Number and name are encrypted; the digest tells that a number was used before.
create table real_names (
  user_id text primary key references users on delete cascade,
  name_cipher bytea not null,
  id_card_cipher bytea not null,
  id_card_digest bytea not null unique,
  checked_at timestamptz not null
);

create table tfa_recovery_codes (
  user_id text not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Browsers on which a person proved the second factor. Their tries are counted apart from those of everybody else.
create table known_devices (
  user_id text not null references users on delete cascade,
  device_hash bytea not null,
  proved_at timestamptz not null,
  primary key (user_id, device_hash)
);

create table email_confirmations (
  token_hash bytea primary key,
  user_id text not null references users on delete cascade,
  email text not null,
  redirect_to text not null default '/',            -- where the person was when an email was missing
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_confirmations_by_user on email_confirmations (user_id);

-- A way to another identity and back: what has to come back with the browser for the answer to be believed.
create table authorization_requests (
  state_hash bytea primary key,
  provider text not null check (provider in ('oidc', 'chat_app')),
  purpose text not null check (purpose in ('sign_in', 'bind')),
  user_id text references users on delete cascade,  -- who binds
  nonce text not null,
  code_verifier text not null,
  redirect_to text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((purpose = 'bind') = (user_id is not null))
);

-- Somebody held this phone a moment ago: they used up the code that was sent to it. The digest knows the code again, so
-- that checking a phone and then binding it needs one code and not two.
create table phone_proofs (
  user_id text not null references users on delete cascade,
  phone text not null,
  code_hash bytea not null,
  proved_at timestamptz not null,
  primary key (user_id, phone)
);

-- Changes that a person of the site has to look at before they are shown. Null: that part is not asked for.
create table profile_reviews (
  user_id text primary key references users on delete cascade,
  full_name text,
  description text,
  title text,
  avatar text,
  submitted_at timestamptz not null
);

-- A person's own data as a file. The file lies in the store under the id until it expires.
create table data_exports (
  id text primary key,                              -- ex_…
  user_id text not null references users on delete cascade,
  requested_at timestamptz not null,
  ready_at timestamptz,
  failed_at timestamptz,
  expires_at timestamptz not null,
  byte_size integer
);
create index data_exports_by_user on data_exports (user_id, requested_at desc);
create index data_exports_by_expiry on data_exports (expires_at);

-- A proof of work counts once, whichever process it is brought to.
create table captcha_solutions (
  solution_hash bytea primary key,
  expires_at timestamptz not null
);
create index captcha_solutions_by_expiry on captcha_solutions (expires_at);

-- Schools and companies.
create table organisations (
  id text primary key,                              -- og_…
  slug text not null unique,
  name text not null,
  created_at timestamptz not null default now()
);

-- A person in an organisation. What is over stays, with its end: records and orders refer to it.
create table memberships (
  organisation_id text not null references organisations on delete cascade,
  user_id text not null references users on delete cascade,
  role text not null check (role in ('learner', 'educator', 'admin')),
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (organisation_id, user_id)
);
create index memberships_by_user on memberships (user_id) where ended_at is null;

-- A phone whose owner is asked to join; the row goes when they answer.
create table invitations (
  organisation_id text not null references organisations on delete cascade,
  phone text not null,
  role text not null check (role in ('learner', 'educator', 'admin')),
  invited_by text references users on delete set null,
  invited_at timestamptz not null default now(),
  primary key (organisation_id, phone)
);
create index invitations_by_phone on invitations (phone);

create table classes (
  id text primary key,                              -- kl_…
  organisation_id text not null references organisations on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  unique (organisation_id, name),
  unique (id, organisation_id)
);

create table class_members (
  class_id text not null,
  organisation_id text not null,
  user_id text not null,
  primary key (class_id, user_id),
  foreign key (class_id, organisation_id) references classes (id, organisation_id) on delete cascade,
  foreign key (organisation_id, user_id) references memberships on delete cascade
);
create index class_members_by_user on class_members (user_id);
