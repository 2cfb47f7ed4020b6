-- Pictures, files and films that people upload, and what was made of them.

-- The original lies in the store under its key; sizes are made from it on demand.
create table images (
  id text primary key,                              -- img_…
  sha256 bytea not null unique,
  content_type text not null,
  width integer not null,
  height integer not null,
  animated boolean not null default false,
  byte_size integer not null,
  created_at timestamptz not null default now()
);

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

-- Films as they are played, and where people are in them.
create table videos (
  id text primary key,                                -- vd_…
  owner_id text not null references users on delete cascade,
  title text not null,
  state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  fault text,                                         -- key of the message: why it failed, or what it still waits for
  attempts integer not null default 0,                -- how often the making was begun
  worked_until timestamptz,                           -- somebody makes it and says so again before this moment
  is_private boolean not null default false,
  source_key text not null,                           -- the file as it was uploaded
  edition text,                                       -- names the folder of what is played; another making, another name
  duration double precision,                          -- seconds
  width integer,                                      -- as it is shown, after turning
  height integer,
  heights integer[] not null default '{}',            -- of the renditions that are ready, by their short side
  poster_image_id text references images on delete set null,
  play_count bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index videos_by_owner on videos (owner_id);
create index videos_in_the_making on videos (created_at) where state = 'processing';

create table video_captions (
  video_id text not null references videos on delete cascade,
  language text not null,
  is_default boolean not null default false,
  vtt text not null,                                  -- always WebVTT, whatever came in
  updated_at timestamptz not null,
  primary key (video_id, language)
);

create table video_plays (
  user_id text not null references users on delete cascade,
  video_id text not null references videos on delete cascade,
  played_at timestamptz not null,
  primary key (user_id, video_id)
);

create table watch_positions (
  user_id text not null references users on delete cascade,
  video_id text not null references videos on delete cascade,
  position double precision not null,
  rate real not null default 1,
  at timestamptz not null,                            -- by the clock of the device, never later than the server's
  ended boolean not null default false,
  primary key (user_id, video_id)
);

-- The videos that markup shows, also where it is kept inside JSON.
create function shown_videos(markup text) returns text[]
  language sql immutable strict parallel safe
  as $$ select array(select found[1] from regexp_matches(markup, 'data-video=\\?"(vd_[0-9A-Za-z-]{1,64})', 'g') as found) $$;
