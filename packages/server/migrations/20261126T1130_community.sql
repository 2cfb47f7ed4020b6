-- pictures that a message shows: they stay in the store as long as it does
alter table messages add column image_ids text[] not null default '{}';
create index messages_images on messages using gin (image_ids) where image_ids <> '{}';
