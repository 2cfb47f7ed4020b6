-- The stars of the ratings that were given before; ratings go from 0 to 10.
update item_stats s set rating_spread = counted.spread
from (
  select item_id, array[
    count(*) filter (where rating <= 2), count(*) filter (where rating in (3, 4)), count(*) filter (where rating in (5, 6)),
    count(*) filter (where rating in (7, 8)), count(*) filter (where rating >= 9)]::integer[] as spread
  from ratings group by item_id
) counted
where counted.item_id = s.item_id;
