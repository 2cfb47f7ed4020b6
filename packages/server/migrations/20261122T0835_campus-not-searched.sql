-- What belongs to the campus is for its groups alone: the search of everybody finds it no more.
update search_documents set listed = false
where listed and item_id in (select id from items where learn_option_type = 'campus');
