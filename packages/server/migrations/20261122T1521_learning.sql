-- Everything that happened to a record, by month.
alter table record_events alter column id drop identity;
alter table record_events drop constraint record_events_pkey;
alter table record_events rename to record_events_before;
alter table record_events_before set schema months;

create sequence record_events_id_seq;
select setval('record_events_id_seq', coalesce((select max(id) from months.record_events_before), 0) + 1, false);

create table record_events (
  user_id text not null,
  item_id text not null,
  id bigint not null default nextval('record_events_id_seq'),
  kind text not null check (kind in ('started', 'step_completed', 'step_reopened', 'completed', 'reopened', 'restarted', 'deleted')),
  step_id text,
  version_id text,
  happened_at timestamptz not null,
  primary key (user_id, id, happened_at)
) partition by range (happened_at);
alter sequence record_events_id_seq owned by record_events.id;
select begin_months('record_events', 'happened_at');
