-- For each step, chapter, question and option of a translation the one of the original that it was begun with, by id.
-- Translations from before have none.
alter table drafts add column source_ids jsonb not null default '{}';
