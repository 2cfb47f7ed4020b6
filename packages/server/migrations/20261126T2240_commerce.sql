-- Whom the sale of an item brings its share when it was put into the bundle. While the item is somebody else's by now, the
-- bundle is not sold: its price was never agreed with them.
alter table bundle_items add column seller_id text references users;
update bundle_items t set seller_id = i.owner_id from items i where i.id = t.item_id;
alter table bundle_items alter column seller_id set not null;
