-- Suggestions held words that only drafts have. They are made anew of what everybody finds: the index writes each listed
-- document again as its event is told.
truncate search_spellings;
update search_documents set digest = '' where listed;
insert into outbox (name, topic, payload)
select 'item_changed', 'item/' || item_id, jsonb_build_object('itemId', item_id, 'lists', '[]'::jsonb)
from search_documents where listed order by doc;
