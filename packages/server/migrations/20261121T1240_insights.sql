-- What authors see of their learners, and whom a changed outline completes, is found by item, while the tables are kept by
-- learner.
create index records_by_item on records (item_id, started_at desc);
create index ratings_by_item on ratings (item_id, rating);
create index quiz_attempts_first on quiz_attempts (item_id, submitted_at desc)
  where number = 1 and submitted_at is not null;
