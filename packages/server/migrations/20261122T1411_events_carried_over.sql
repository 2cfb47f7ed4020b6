insert into outbox_end (position) values (0);

-- What waited in a queue for each event and subscriber is told by the cursors from now on.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  insert into outbox (name, topic, payload)
  select name, topic, payload from (
    select split_part(name, '.', 1) as name, data as payload, min(created_on) as at,
      case when data ? 'itemId' then 'item/' || (data ->> 'itemId')
        when data ? 'userId' then 'account/' || (data ->> 'userId')
        else 'page/' || (data ->> 'namespace') || '/' || (data ->> 'slug') end as topic
    from pgboss.job
    where state < 'completed' and split_part(name, '.', 1) in
      ('item_published', 'item_changed', 'item_removed', 'cms_changed', 'session_opened')
    group by 1, 2
  ) waiting order by at;
end $$;
