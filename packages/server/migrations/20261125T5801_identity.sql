-- What happened in an organisation is read by its admins.
alter table audit_log add column organisation_id text;
create index audit_log_by_organisation on audit_log (organisation_id, id desc) where organisation_id is not null;
