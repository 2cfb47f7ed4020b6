-- A second factor is proved on a device: another one that signs in meanwhile has proved nothing.

alter table sessions add column tfa_end_time timestamptz;
alter table users drop column tfa_end_time;
