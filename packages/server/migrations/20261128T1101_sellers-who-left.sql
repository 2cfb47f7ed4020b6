update items i set seller_left = true from users u
where u.id = i.owner_id and u.deleted_at is not null and u.merged_into is null;
update bundles b set status = 'unPublished' from users u
where u.id = b.owner_id and u.deleted_at is not null and u.merged_into is null;
