-- One browser per kind of device is signed in at a time, and what it is told about sign-ins elsewhere.

-- Of several that were open before, the one used last stays.
update sessions set ended_at = now(), end_reason = 'other_device'
where ended_at is null and exists (
  select from sessions newer
  where newer.user_id = sessions.user_id and newer.device_type = sessions.device_type and newer.ended_at is null
    and (newer.last_seen_at, newer.id) > (sessions.last_seen_at, sessions.id)
);
create unique index sessions_open on sessions (user_id, device_type) where ended_at is null;

alter table sessions
  add column country text,                          -- two letters, as it was known at the sign-in
  add column notice jsonb;                          -- the newest sign-in from a device never seen before, until it was read

-- A proof of work counts once, whichever process it is brought to.
create table captcha_solutions (
  solution_hash bytea primary key,
  expires_at timestamptz not null
);
create index captcha_solutions_by_expiry on captcha_solutions (expires_at);
