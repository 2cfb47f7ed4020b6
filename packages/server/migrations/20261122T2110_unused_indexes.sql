-- Written by every save and read by no statement: lists of drafts are in order of an expression (the newest save, else the
-- item's change), which these indexes do not hold.
drop index drafts_by_time;
drop index cms_drafts_by_time;
