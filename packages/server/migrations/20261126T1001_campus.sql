-- Study time that can be proved: sums of signed heartbeats.

-- No moment of a person counts twice, whatever pages are open.
create table study_clocks (
  user_id text primary key references users on delete cascade,
  counted_until timestamptz not null,
  -- since then without a pause
  run_since timestamptz not null,
  session_id text not null,
  -- what the last heartbeat brought
  given_ms integer not null,
  -- how much of it another session had counted already
  overlap_ms integer not null
);

create table study_time (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  -- of the site's time
  day date not null,
  spent_ms bigint not null,
  last_at timestamptz not null,
  primary key (user_id, item_id, day)
);
create index study_time_by_item on study_time (item_id);

create table study_films (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  video_id text not null references videos on delete cascade,
  -- seconds that were played, each once
  parts int4multirange not null,
  primary key (user_id, item_id, video_id)
);
create index study_films_by_item on study_films (item_id);
create index study_films_by_video on study_films (video_id);

create table study_anomalies (
  user_id text not null references users on delete cascade,
  item_id text not null references items on delete cascade,
  day date not null,
  kind text not null check (kind in ('two_devices', 'no_pause', 'film_too_fast')),
  amount_ms bigint not null,
  primary key (user_id, item_id, day, kind)
);
create index study_anomalies_by_item on study_anomalies (item_id);
