-- Keys of organisations with which programs get tokens (docs/decisions/106-oneroster-rest.md): one table for every service.
alter table xapi_credentials rename to organisation_clients;
alter table organisation_clients add column service text not null default 'xapi' check (service in ('xapi', 'oneroster'));

-- a version before this one, which runs until all are new, writes its keys through it
create view xapi_credentials as
  select id, organisation_id, name, secret_digest, created_by, created_at, last_used_at, revoked_at
  from organisation_clients where service = 'xapi';

-- A class was made, renamed, put away or taken up again: `classChanged` of contract/identity/events.ts.
create function tell_of_class() returns trigger language plpgsql as $$
begin
  insert into outbox (name, topic, payload)
  values ('class_changed', 'organisation/' || new.organisation_id,
    jsonb_build_object('organisationId', new.organisation_id, 'classId', new.id));
  return null;
end $$;
create trigger classes_told after insert on classes for each row execute function tell_of_class();
create trigger classes_told_of_changes after update on classes for each row
  when ((old.name, old.archived_at) is distinct from (new.name, new.archived_at)) execute function tell_of_class();
