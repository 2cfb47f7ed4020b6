-- What an import ends comes after what it adds, and is found as fast.
drop index name_list_lines_to_write;
create index name_list_lines_to_write on name_list_lines (list_id, kind, (outcome = 'ended'), position)
  where not done and outcome in ('added', 'changed', 'ended');
