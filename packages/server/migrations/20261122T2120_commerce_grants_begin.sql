-- A grant that staff date ahead opens nothing before its day.
create or replace view item_grants as
  select user_id, item_id, source, starts_at as granted_at from grants
  where user_id is not null and item_id is not null and revoked_at is null
    and starts_at <= now() and (ends_at is null or ends_at > now())
  union all
  select m.user_id, g.item_id, g.source, g.starts_at
  from grants g join class_members m on m.class_id = g.class_id
  where g.item_id is not null and g.revoked_at is null
    and g.starts_at <= now() and (g.ends_at is null or g.ends_at > now());
