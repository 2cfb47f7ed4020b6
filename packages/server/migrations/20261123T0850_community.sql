-- Work that nobody has said anything about for days; private work is looked for as well, for teachers of an organisation.
drop index submissions_without_word;
create index submissions_without_word on submissions (handed_in_at)
  where educators_told_at is null and reviewed_version is null and hidden_at is null;
