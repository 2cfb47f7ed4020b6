-- One appeal of the holder against each revocation of a certificate.
create table certificate_appeals (
  number text not null references certificates on delete cascade,
  revoked_at timestamptz not null,                         -- the revocation that it is against
  content text not null,
  made_at timestamptz not null,
  answered_at timestamptz,
  answered_by text references users on delete set null,
  granted boolean,
  answer text not null default '',
  primary key (number, revoked_at),
  check ((answered_at is null) = (granted is null))
);
