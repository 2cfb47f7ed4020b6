-- Videos as they are played, and where people are in them.

create table videos (
  id text primary key,                                -- vd_…
  owner_id text not null references users on delete cascade,
  title text not null,
  state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  fault text,                                         -- key of the message: why it failed, or what it still waits for
  attempts integer not null default 0,                -- how often the making was begun
  worked_until timestamptz,                           -- somebody makes it and says so again before this moment
  is_private boolean not null default false,
  source_key text not null,                           -- the file as it was uploaded
  edition text,                                       -- names the folder of what is played; another making, another name
  duration double precision,                          -- seconds
  width integer,                                      -- as it is shown, after turning
  height integer,
  heights integer[] not null default '{}',            -- of the renditions that are ready, by their short side
  poster_image_id text references images on delete set null,
  play_count bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index videos_by_owner on videos (owner_id);
create index videos_in_the_making on videos (created_at) where state = 'processing';

create table video_captions (
  video_id text not null references videos on delete cascade,
  language text not null,
  is_default boolean not null default false,
  vtt text not null,                                  -- always WebVTT, whatever came in
  updated_at timestamptz not null,
  primary key (video_id, language)
);

create table video_plays (
  user_id text not null references users on delete cascade,
  video_id text not null references videos on delete cascade,
  played_at timestamptz not null,
  primary key (user_id, video_id)
);

create table watch_positions (
  user_id text not null references users on delete cascade,
  video_id text not null references videos on delete cascade,
  position double precision not null,
  rate real not null default 1,
  at timestamptz not null,                            -- by the clock of the device, never later than the server's
  ended boolean not null default false,
  primary key (user_id, video_id)
);

-- The videos that markup shows, also where it is kept inside JSON.
create function shown_videos(markup text) returns text[]
  language sql immutable strict parallel safe
  as $$ select array(select found[1] from regexp_matches(markup, 'data-video=\\?"(vd_[0-9A-Za-z-]{1,64})', 'g') as found) $$;

-- Which items show a video, asked for each request of one.
create index items_by_overview_video on items (overview_video_id) where overview_video_id is not null;
create index items_by_shown_video on items using gin (shown_videos(description_html))
  where description_html like '%data-video=%';
create index items_by_solution_video on items using gin (shown_videos(solution_plan::text))
  where solution_plan::text like '%data-video=%';
create index items_by_plan_video on items using gin (shown_videos(educator_plan::text))
  where educator_plan::text like '%data-video=%';
create index sections_by_shown_video on sections using gin (shown_videos(body_html))
  where body_html like '%data-video=%';
create index quiz_questions_by_shown_video on quiz_questions using gin (shown_videos(body_html))
  where body_html like '%data-video=%';
