-- Messages are counted as likes are: a row for each change, added to the figures every minute.
alter table item_stat_changes add column comments smallint not null default 0;

create or replace view item_figures as
select s.item_id,
  greatest(0, s.record_count + c.learners) as record_count,
  greatest(0, s.rating_sum + c.rating_sum) as rating_sum,
  greatest(0, s.rating_count + c.rating_count) as rating_count,
  greatest(0, s.comment_count + c.comments) as comment_count,
  greatest(0, s.collect_count + c.collects) as collect_count,
  greatest(0, s.like_count + c.likes) as like_count,
  array[
    greatest(0, s.rating_spread[1] + c.star_1), greatest(0, s.rating_spread[2] + c.star_2),
    greatest(0, s.rating_spread[3] + c.star_3), greatest(0, s.rating_spread[4] + c.star_4),
    greatest(0, s.rating_spread[5] + c.star_5)] as rating_spread
from item_stats s cross join lateral (
  select coalesce(sum(learners), 0)::integer as learners, coalesce(sum(collects), 0)::integer as collects,
    coalesce(sum(likes), 0)::integer as likes, coalesce(sum(rating_sum), 0)::integer as rating_sum,
    coalesce(sum(rating_count), 0)::integer as rating_count, coalesce(sum(comments), 0)::integer as comments,
    (count(*) filter (where star_came = 1) - count(*) filter (where star_left = 1))::integer as star_1,
    (count(*) filter (where star_came = 2) - count(*) filter (where star_left = 2))::integer as star_2,
    (count(*) filter (where star_came = 3) - count(*) filter (where star_left = 3))::integer as star_3,
    (count(*) filter (where star_came = 4) - count(*) filter (where star_left = 4))::integer as star_4,
    (count(*) filter (where star_came = 5) - count(*) filter (where star_left = 5))::integer as star_5
  from item_stat_changes where item_id = s.item_id
) c;

create index items_by_channel on items (channel_id) where channel_id is not null;
