-- What the domains below learning may read of a learner, within their own statements. The tables stay learning's own.
create view learner_progress as select user_id, item_id, type, completed, last_completed_time, updated_time, steps from records;
create view learner_collections as select user_id, item_id from collections;
create view learner_likes as select user_id, target_type, target_id from likes;
create view learner_entitlements as select user_id, item_id from entitlements;
