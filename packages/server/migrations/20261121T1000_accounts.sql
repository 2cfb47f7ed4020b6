-- What an account is bound to, what it has proved, and where it is signed in.

alter table users
  add column chat_app_id text unique,               -- account at the chat app (its union id)
  add column email_confirmed_at timestamptz,
  add column needs_review boolean not null default false, -- a person of the site looks at the profile before it is shown
  add column login_tip_seen_at timestamptz,         -- the tip about ways to sign in was shown and acknowledged
  add column tfa_secret bytea,                      -- encrypted; in force once tfa_enabled_at is set
  add column tfa_enabled_at timestamptz,
  add column tfa_last_step bigint,                  -- the newest time step a code was taken for: none is taken twice
  add column deleted_at timestamptz;                -- emptied at the person's wish; only what the law keeps still points here

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

create table email_confirmations (
  token_hash bytea primary key,
  user_id text not null references users on delete cascade,
  email text not null,
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

-- A session has a name of its own that may be shown and sent (the gateway's login key), apart from the secret token.
-- One that was ended stays until it would have expired, so that its device can be told why.
alter table sessions
  add column id text,                               -- ls_…
  add column ended_at timestamptz,
  add column end_reason text check (end_reason in ('signed_out', 'other_device', 'revoked', 'suspended', 'replaced', 'deleted')),
  add column ended_by jsonb;                        -- for other_device: the device that took over, as the notice shows it
update sessions set id = 'ls_' || replace(gen_random_uuid()::text, '-', '');
alter table sessions alter column id set not null;
alter table sessions add constraint sessions_id unique (id);
alter table sessions add constraint sessions_ended check ((ended_at is null) = (end_reason is null));
