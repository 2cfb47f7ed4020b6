-- Tables that only grow are partitioned by month (docs/decisions/038-tables-that-grow.md). Their partitions stand in a
-- schema of their own, named record_events_2026_12; `_before` has what is older than partitioning, `_other` what has no
-- partition.
create schema months;

-- Makes the partition of the month (of UTC) that begins on a day; rows of it that lie in `_other` move there. Safe to
-- repeat.
create function make_month(parent text, at_column text, first_day date) returns void language plpgsql as $$
declare
  partition_name text := parent || to_char(first_day, '_YYYY_MM');
  month_start timestamptz := first_day::timestamp at time zone 'UTC';
  month_end timestamptz := (first_day + interval '1 month')::timestamp at time zone 'UTC';
  before_end timestamptz := (
    select substring(pg_get_expr(relpartbound, oid) from $expr$TO \('([^']+)'\)$expr$)::timestamptz
    from pg_class where oid = to_regclass('months.' || parent || '_before'));
begin
  if before_end > month_start or to_regclass('months.' || partition_name) is not null then return; end if;
  execute format('lock table months.%I in access exclusive mode', parent || '_other');
  if to_regclass('months.' || partition_name) is not null then return; end if;
  execute format('create table months.%I (like public.%I including defaults including constraints)', partition_name, parent);
  execute format('with moved as (delete from months.%I where %I >= %L and %I < %L returning *)
    insert into months.%I select * from moved',
    parent || '_other', at_column, month_start, at_column, month_end, partition_name);
  execute format('alter table public.%I attach partition months.%I for values from (%L) to (%L)',
    parent, partition_name, month_start, month_end);
end $$;

-- Puts the table `months.<parent>_before` under its partitioned successor, with the coming months and `_other`. Nothing is
-- copied.
create function begin_months(parent text, at_column text) returns void language plpgsql as $$
declare
  before_end timestamptz;
begin
  execute format('select date_trunc(''month'', greatest(now(), max(%I)), ''UTC'') + interval ''1 month'' from months.%I',
    at_column, parent || '_before') into before_end;
  execute format('create table months.%I partition of public.%I default', parent || '_other', parent);
  execute format('alter table public.%I attach partition months.%I for values from (minvalue) to (%L)',
    parent, parent || '_before', before_end);
  for n in 0..2 loop
    perform make_month(parent, at_column, ((before_end at time zone 'UTC') + n * interval '1 month')::date);
  end loop;
end $$;
