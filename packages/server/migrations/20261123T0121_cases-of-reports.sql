-- Reports that came before there were cases.
insert into report_cases (id, type, target_id, status, weight, opened_at)
select 'rk_' || replace(gen_random_uuid()::text, '-', ''), type, target_id,
  case when bool_or(status = 'open') then 'open' when bool_or(status = 'banned') then 'banned' else 'ignored' end,
  coalesce(sum(weight) filter (where status = 'open'), 0), min(created_at)
from reports group by type, target_id;
