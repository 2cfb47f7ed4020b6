-- outside a transaction
-- What was read from end to end: the upload of a film, a picture's uses, likes of what goes, seats of a licence, staff,
-- the lessons of a live session, and what finance looks up.
drop index concurrently if exists attachments_by_video;
create index concurrently attachments_by_video on attachments (video_id) where video_id is not null;
drop index concurrently if exists videos_by_poster;
create index concurrently videos_by_poster on videos (poster_image_id) where poster_image_id is not null;
drop index concurrently if exists profile_reviews_avatar;
create index concurrently profile_reviews_avatar on profile_reviews (avatar collate "C") where avatar is not null;
drop index concurrently if exists likes_in_discussions;
create index concurrently likes_in_discussions on likes (target_id)
  where target_type in ('message', 'submission');
drop index concurrently if exists grants_by_licence;
create index concurrently grants_by_licence on grants (licence_id, user_id) where licence_id is not null;
drop index concurrently if exists users_with_groups;
create index concurrently users_with_groups on users (id) where groups <> '{}';
drop index concurrently if exists items_by_live_session;
create index concurrently items_by_live_session on items using gin (live_session_ids);
drop index concurrently if exists refunds_by_provider;
create index concurrently refunds_by_provider on refunds (provider_id) where provider_id is not null;
drop index concurrently if exists refunds_sent;
create index concurrently refunds_sent on refunds (coalesce(done_at, decided_at), id) where state in ('sending', 'done');
drop index concurrently if exists receipts_by_day;
create index concurrently receipts_by_day on receipts (issued_at, id) where issued_at is not null;
