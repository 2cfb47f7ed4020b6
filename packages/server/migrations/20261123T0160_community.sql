-- Published notes can be reported. One that moderators hid is its writer's alone until they show it again.
alter table reports drop constraint reports_type_check,
  add constraint reports_type_check check (type in ('message', 'note', 'submission', 'profile'));
alter table report_cases drop constraint report_cases_type_check,
  add constraint report_cases_type_check check (type in ('message', 'note', 'submission', 'profile'));
alter table report_acts drop constraint report_acts_type_check,
  add constraint report_acts_type_check check (type in ('message', 'note', 'submission', 'profile'));
alter table notes add column hidden_at timestamptz, add check (hidden_at is null or not is_public);
