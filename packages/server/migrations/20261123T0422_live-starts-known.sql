-- People who asked before knew the start as it stands.
update live_reminders r set known_start = l.starts_at from live_sessions l where l.item_id = r.item_id;
