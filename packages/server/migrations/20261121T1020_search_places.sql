-- Where a term stands in a document moves from the postings, of which thousands are read for a search, to the document,
-- of which a page shows eight. Written as it comes out of the document: for each term, in the order of term_ids, how
-- many places there are in one byte and then each place in one byte.

alter table search_forward add column places bytea;

update search_forward f set term_ids = packed.term_ids, impacts = packed.impacts, places = packed.places
from (
  select g.doc, array_agg(x.term_id order by x.term_id) as term_ids, array_agg(x.impact order by x.term_id) as impacts,
    string_agg(set_byte('\x00'::bytea, 0, length(p.places)) || coalesce(here.places, ''), '' order by x.term_id) as places
  from search_forward g
    cross join lateral unnest(g.term_ids, g.impacts) x (term_id, impact)
    join search_postings p on p.term_id = x.term_id and p.impact = x.impact and p.doc = g.doc
    cross join lateral (
      select string_agg(set_byte('\x00'::bytea, 0, ascii(c) - 1), '' order by at) as places
      from string_to_table(p.places, null) with ordinality t (c, at)
    ) here
  group by g.doc
) packed
where packed.doc = f.doc;

update search_forward set places = '' where places is null;
alter table search_forward alter column places set not null;

-- takes the index that includes it along
alter table search_postings drop column places;
create unique index search_postings_by_impact on search_postings (term_id, impact desc, doc);

-- Raised by whoever writes the index. What a process holds in memory belongs to one version, so that a page is never
-- put together from two.
create table search_version (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into search_version (version) values (0);
