-- How many gave one to five stars, beside the sum and the count of the ratings.
alter table item_stats
  add column rating_spread integer[] not null default '{0,0,0,0,0}' check (array_length(rating_spread, 1) = 5);
