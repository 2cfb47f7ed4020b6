-- What other sites answered when a link to them was looked at. Shared by all items: nobody asks twice a day.

create table outside_links (
  url text primary key,
  state text not null check (state in ('ok', 'broken', 'unclear')),
  reason text,
  status integer,
  moved_to text,
  checked_at timestamptz not null
);
