-- How the Chinese words of the index are read, so that they are found by it wherever they stand. Null until that is
-- written beside the next document; empty where a term has no reading.
alter table search_terms add column sound text;
create index search_terms_by_sound on search_terms (sound) where sound <> '';
create index search_terms_unread on search_terms (id) where sound is null;
