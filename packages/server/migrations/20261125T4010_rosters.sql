-- The lines that an import writes next are found without those that it wrote.
create index name_list_lines_to_write on name_list_lines (list_id, kind, position)
  where not done and outcome in ('added', 'changed', 'ended');
