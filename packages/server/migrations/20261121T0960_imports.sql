-- What an import has read, so that the next run knows what changed without reading it again.

create table import_files (
  source_key text primary key,                      -- <folder>/<path>: also the item's source_key
  item_id text not null references items on delete cascade,
  file_hash bytea not null,                         -- of the file alone
  depends jsonb not null,                           -- what it took from elsewhere: { "picture:…": hash, "link:…": address }
  fragments jsonb not null,                         -- anchor of each heading: anchor of the step it is in
  notes jsonb not null,                             -- [{ kind, detail, line }]
  imported_at timestamptz not null
);
create index import_files_by_item on import_files (item_id);
