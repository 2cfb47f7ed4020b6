-- Pictures that lessons show. The original lives in the store under its key; sizes are made from it on demand.

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
