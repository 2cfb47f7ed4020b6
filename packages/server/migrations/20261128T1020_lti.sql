-- What tools called accounts that were merged into one which they knew by another name: late marks still come for these.
create table lti_tool_former_subjects (
  tool_id text not null references lti_tools on delete cascade,
  subject text not null,
  user_id text not null references users on delete cascade,
  primary key (tool_id, subject)
);
create index on lti_tool_former_subjects (user_id);
