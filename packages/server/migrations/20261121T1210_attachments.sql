-- Files that creators upload, and what was made of them.

create table attachments (
  id text primary key,                                -- at_…
  owner_id text not null references users on delete cascade,
  kind text not null check (kind in ('image', 'video', 'caption', 'material', 'asset', 'webgl')),
  name text not null,
  alt text not null default '',
  content_type text not null default '',
  byte_size bigint not null check (byte_size >= 0),   -- as announced, then as it is
  made_bytes bigint not null default 0 check (made_bytes >= 0), -- of what was unpacked from it
  state text not null default 'uploading' check (state in ('uploading', 'processing', 'ready', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  fault text,                                         -- key of the message that says why it failed
  fingerprint text not null default '',               -- by which the owner's browser knows the same file again
  receiver text,                                      -- the process that writes to it now
  receiver_until timestamptz,                         -- how long it is believed to, unless it says so again
  storage_key text,                                   -- null until the file is whole
  image_id text references images on delete set null,
  video_id text,
  entry_path text,                                    -- the page of an unpacked WebGL build
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index attachments_by_owner on attachments (owner_id, created_at desc, id desc);
create index attachments_unfinished on attachments (updated_at) where state in ('uploading', 'processing');
create index attachments_by_image on attachments (image_id) where image_id is not null;

-- What an unpacked WebGL build consists of: addresses are looked up here and never become paths.
create table webgl_files (
  attachment_id text not null references attachments on delete cascade,
  path text not null,
  storage_key text not null,
  byte_size bigint not null,
  content_type text not null,
  content_encoding text check (content_encoding in ('gzip', 'br')),
  primary key (attachment_id, path)
);

-- Which items list a file, asked for each download of one.
create index items_by_material on items using gin (materials jsonb_path_ops);
create index items_by_document on items using gin (documents jsonb_path_ops);
create index items_by_plan_material on items using gin ((educator_plan -> 'materials') jsonb_path_ops);
create index items_by_solution_material on items using gin ((solution_plan -> 'materials') jsonb_path_ops);
create index items_by_upload on items using gin ((asset -> 'uploads') jsonb_path_ops);
