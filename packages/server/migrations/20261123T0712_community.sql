-- Moderators hand a case to one of them. The newest row of a case says who has it; null: everybody.
create table case_handovers (
  id bigint generated always as identity primary key,
  case_id text not null references report_cases on delete cascade,
  moderator_id text references users on delete set null,
  assignee_id text references users on delete set null,
  note text not null default '',
  handed_at timestamptz not null
);
create index case_handovers_of_case on case_handovers (case_id, id);
create index case_handovers_by_moderator on case_handovers (moderator_id);
create index case_handovers_by_assignee on case_handovers (assignee_id);
