-- Who joins and leaves organisations and classes is told of (`membershipChanged` and `classPlaceChanged` of
-- contract/identity/events.ts) wherever it happens: by hand, by a list, by a platform. Nobody is woken: subscribers look
-- every five seconds.
create function tell_of_membership() returns trigger language plpgsql as $$
declare
  change text;
  m memberships;
begin
  if tg_op = 'DELETE' then m := old; else m := new; end if;
  change := case
    when tg_op = 'INSERT' then case when new.ended_at is null then 'joined' end
    when tg_op = 'DELETE' then case when old.ended_at is null then 'left' end
    when old.ended_at is null and new.ended_at is not null then 'left'
    when old.ended_at is not null and new.ended_at is null then 'joined'
    when new.ended_at is null and old.role <> new.role then 'changed'
  end;
  if change is not null then
    insert into outbox (name, topic, payload)
    values ('membership_changed', 'organisation/' || m.organisation_id, jsonb_build_object(
      'organisationId', m.organisation_id, 'userId', m.user_id, 'change', change, 'role', m.role));
  end if;
  return null;
end $$;
create trigger memberships_told after insert or update or delete on memberships
  for each row execute function tell_of_membership();

create function tell_of_class_place() returns trigger language plpgsql as $$
declare
  k class_members;
begin
  if tg_op = 'DELETE' then k := old; else k := new; end if;
  insert into outbox (name, topic, payload)
  values ('class_place_changed', 'organisation/' || k.organisation_id, jsonb_build_object(
    'organisationId', k.organisation_id, 'classId', k.class_id, 'userId', k.user_id,
    'change', case when tg_op = 'DELETE' then 'left' else 'joined' end));
  return null;
end $$;
create trigger class_members_told after insert or delete on class_members
  for each row execute function tell_of_class_place();
