-- Answers that a person marks.

alter table quiz_attempts
  add column waiting integer not null default 0 check (waiting >= 0),  -- how many answers of a submitted attempt nobody has marked
  add column marks jsonb,                            -- { question id: { credit: 0 to 1, comment, at in ms } }; null without any
  add column marked_by text references users;        -- who gave the last of them
