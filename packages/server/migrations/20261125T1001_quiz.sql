-- Questions of other kinds than choice, and answers that are right in part.

alter table quiz_questions
  add column ask jsonb,                              -- contract/quiz/asks.ts; null for a choice
  add column points double precision not null default 1 check (points > 0);

alter table quiz_attempts
  add column score double precision,                 -- with what counts in part; null: the same as correct_count
  add column credits jsonb;                          -- { question id: 0 to 1 } of the questions that are no choice; null without any
