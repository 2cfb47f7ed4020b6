-- Who changed what about whom, by month.
alter table audit_log alter column id drop identity;
alter table audit_log drop constraint audit_log_pkey;
alter table audit_log rename to audit_log_before;
alter table audit_log_before set schema months;

create sequence audit_log_id_seq;
select setval('audit_log_id_seq', coalesce((select max(id) from months.audit_log_before), 0) + 1, false);

create table audit_log (
  id bigint not null default nextval('audit_log_id_seq'),
  actor text not null,                              -- a user id, or 'cli'
  act text not null,                                -- group_granted
  subject text not null,                            -- what it was done to, usually a user id
  detail jsonb not null default '{}',
  at timestamptz not null,
  primary key (id, at)
) partition by range (at);
alter sequence audit_log_id_seq owned by audit_log.id;
create index audit_log_by_subject on audit_log (subject, id desc);
create index audit_log_by_actor on audit_log (actor, id desc);
select begin_months('audit_log', 'at');
