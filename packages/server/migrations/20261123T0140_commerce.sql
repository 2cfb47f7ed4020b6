-- A bundle's text in several languages, its own cover, and the time in which it is sold.
alter table bundles
  add column description jsonb,                       -- rich text in `language`; null: none
  add column translations jsonb not null default '{}',  -- by language: { title, description }
  add column cover_image_id text references images on delete set null,  -- null: the picture of the first item
  add column sold_from timestamptz,                   -- null: at once
  add column sold_until timestamptz,                  -- null: without end
  add check (sold_until > sold_from);
create index bundles_by_cover on bundles (cover_image_id) where cover_image_id is not null;
