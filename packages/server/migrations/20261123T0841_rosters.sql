-- What is wrong in files of a package that are checked and not kept.
alter table name_list_lines drop constraint name_list_lines_kind_check,
  add constraint name_list_lines_kind_check check (kind in ('class', 'person', 'seat', 'other'));
