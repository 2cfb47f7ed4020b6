-- What learners note on the steps of lessons: words, highlights of the text, moments of a film.
create table notes (
  user_id text not null references users on delete cascade,
  id text not null unique,                                  -- sorts by the time it was written
  item_id text not null references items on delete cascade,
  section_id text references sections on delete set null,   -- null: the step is gone
  step_title text not null,                                 -- as it was when the note was last saved
  idempotency_key text,
  content text not null,                                    -- Markdown; empty: a highlight alone
  html text not null,                                       -- sanitized
  quote jsonb,                                              -- { exact, before, after }: the text that it is about
  video_id text,
  video_second integer check (video_second >= 0),
  is_public boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (user_id, id),
  unique (user_id, idempotency_key),
  check (content <> '' or (quote is not null and not is_public)),
  check ((video_id is null) = (video_second is null))
);
create index notes_of_item on notes (item_id, user_id, id);
create index notes_published on notes (section_id, id) where is_public;
create index notes_of_section on notes (section_id) where section_id is not null;
