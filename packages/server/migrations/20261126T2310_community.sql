-- Letters that people write since the characters are held. A site that has the word keeps what it says of it.
insert into moderation_words (word, act, is_live, added_at)
values ('加vx', 'hold', true, now()), ('加wx', 'hold', true, now())
on conflict (word) do nothing;
