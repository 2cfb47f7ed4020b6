-- Open Badges: keys that sign them, the place of each badge in the list of what holds no more, and addresses of achievements.
create table badge_keys (
  algorithm text primary key check (algorithm in ('RS256', 'Ed25519')),
  kid text not null unique,
  public_key jsonb not null,
  private_key bytea not null,                              -- sealed
  created_at timestamptz not null
);

create sequence badge_entries;
-- a certificate whose name was renewed gives another badge: it takes a new entry, and the old one holds no more
alter table certificates add column badge_entry bigint not null default nextval('badge_entries');
create unique index certificates_badge_entry on certificates (badge_entry);
-- outlives the certificate, and says nothing of whose it was
create table voided_badges (
  entry bigint primary key,
  voided_at timestamptz not null
);
insert into voided_badges select badge_entry, revoked_at from certificates where revoked_at is not null;

-- what a badge is for, by an address that nobody guesses from the id of an item
create table achievements (
  id uuid primary key default gen_random_uuid(),
  subject_id text not null unique
);
insert into achievements (subject_id) select distinct subject_id from certificates;
