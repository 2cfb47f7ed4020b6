-- The search index: for every item its terms with what each is worth there (see docs/decisions/005-search.md).
-- Everything here can be made again from the catalogue by `lantern reindex`.

create table search_terms (
  id integer generated always as identity primary key,
  term text collate "C" not null unique,
  df integer not null default 0,                    -- in how many documents
  -- how a Chinese word is read; null until that is written beside the next document, empty where there is no reading
  sound text
);
create index search_terms_by_sound on search_terms (sound) where sound <> '';
create index search_terms_unread on search_terms (id) where sound is null;

-- One row for each item: what is filtered and ordered by. Narrow, so that thousands are looked through at once.
create table search_documents (
  doc integer generated always as identity primary key,
  item_id text not null unique references items on delete cascade,
  type text not null,
  language text not null,
  translation_group text not null,
  listed boolean not null,                          -- published and not hidden
  status text not null,
  hidden boolean not null,
  skill_level text,
  duration integer not null,
  premium boolean not null,
  with_pay boolean not null,
  price_fen integer not null,
  label_ids text[] not null,                        -- topics, tags and skills
  industry_ids text[] not null,
  min_version integer not null,
  max_version integer not null,
  with_video boolean not null,
  single boolean not null,                          -- in no project or course
  owner_ids text[] not null,                        -- owner and author
  instruction integer,                              -- minutes of a class, from the plan for educators
  min_age integer,
  max_age integer,
  start_minute integer,                             -- of the day, of a live session
  sort_title text not null,
  published_at timestamptz,
  popularity real not null,
  found_by text not null default '',                -- as of items; empty while it is not published
  organisation_id text,
  digest bytea not null                             -- of everything that was indexed: what has not changed is not written
);
create index search_documents_popular on search_documents (popularity desc, doc) where listed;

-- The greatest worth first: of a frequent term only the best documents are read.
create table search_postings (
  term_id integer not null,
  impact smallint not null,
  doc integer not null
);
create unique index search_postings_by_impact on search_postings (term_id, impact desc, doc);

-- What was written for a document, to take it out again.
create table search_forward (
  doc integer primary key references search_documents on delete cascade,
  term_ids integer[] not null,
  impacts smallint[] not null,
  places bytea not null                             -- for each term, in the order of term_ids: how many places, then each, a byte each
);

-- The text of the steps in short pieces, so that the words can be shown where they stand.
create table search_passages (
  doc integer not null references search_documents on delete cascade,
  place smallint not null,
  part_id text not null,                            -- the step, or the item that is a part
  part_type text not null,
  number smallint not null,
  anchor text not null,
  title text not null,
  body text not null,
  primary key (doc, place)
);

-- Words of titles under what is left of them without one letter, to lead slips of typing back.
create table search_spellings (
  rest text collate "C" not null,
  word text collate "C" not null,
  primary key (rest, word)
);

-- Raised by whoever writes the index. What a process holds in memory belongs to one version, so that a page is never
-- put together from two.
create table search_version (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into search_version (version) values (0);
