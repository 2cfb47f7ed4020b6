-- A code of a phone belongs to the browser that asked for it: what others try wrong, and codes that others ask for, do
-- not take it away. Codes live for ten minutes, so those of before are not worth keeping.
delete from sms_codes;
alter table sms_codes
  add column asked_by bytea not null,
  add column others_tries_left integer not null,
  drop constraint sms_codes_pkey,
  add primary key (phone, sms_type, asked_by);

-- Browsers on which a person proved the second factor. Their tries are counted apart from those of everybody else.
create table known_devices (
  user_id text not null references users (id) on delete cascade,
  device_hash bytea not null,
  proved_at timestamptz not null,
  primary key (user_id, device_hash)
);
