-- What people do to their own account: prove a phone, add an email, change the profile, take their data, leave.

-- Somebody held this phone a moment ago: they used up the code that was sent to it. The digest knows the code again, so
-- that checking a phone and then binding it needs one code and not two.
create table phone_proofs (
  user_id text not null references users on delete cascade,
  phone text not null,
  code_hash bytea not null,
  proved_at timestamptz not null,
  primary key (user_id, phone)
);

alter table users add column merged_into text references users;  -- emptied: everything went to this account

-- Where the person was when an email was missing.
alter table email_confirmations add column redirect_to text not null default '/';

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
