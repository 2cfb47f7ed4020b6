-- Long lists are planned by a job.
alter table name_lists drop constraint name_lists_state_check,
  add constraint name_lists_state_check check (state in ('reading', 'planning', 'planned', 'importing', 'done')),
  add planned_at timestamptz;
update name_lists set planned_at = made_at where state <> 'reading';
