-- What people do beside what is recorded of their learning, by month: a month that is over a year old is dropped whole.
alter table engagement_events alter column id drop identity;
alter table engagement_events drop constraint engagement_events_pkey, drop constraint engagement_events_user_id_fkey;
alter table engagement_events rename to engagement_events_before;
alter table engagement_events_before set schema months;

create sequence engagement_events_id_seq;
select setval('engagement_events_id_seq', coalesce((select max(id) from months.engagement_events_before), 0) + 1, false);

create table engagement_events (
  id bigint not null default nextval('engagement_events_id_seq'),
  user_id text references users on delete cascade,    -- null for guests
  type text not null,
  event_type text not null,
  data jsonb not null,
  at timestamptz not null,
  primary key (id, at)
) partition by range (at);
alter sequence engagement_events_id_seq owned by engagement_events.id;
create index engagement_events_by_time on engagement_events using brin (at);
-- an account that is exported, merged or erased
create index engagement_events_by_user on engagement_events (user_id) where user_id is not null;
select begin_months('engagement_events', 'at');
