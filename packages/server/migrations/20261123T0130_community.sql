-- Words that moderators look out for in messages. A word counts once its trial was read and it was put in force.

create table moderation_words (
  word text primary key,
  act text not null check (act in ('hold', 'mask', 'pass')),  -- pass: what other words find inside it counts for nothing
  is_live boolean not null default false,
  added_by text references users on delete set null,
  added_at timestamptz not null
);
create index moderation_words_by_person on moderation_words (added_by) where added_by is not null;

-- The word that made the site open the case: such a report has no reporter.
alter table reports add column word text;
