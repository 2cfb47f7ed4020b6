-- A live session has a zone, can be cancelled, and is recorded.

alter table live_sessions
  add column time_zone text not null default 'Asia/Shanghai',
  add column cancelled boolean not null default false,
  add column sequence integer not null default 0,             -- grows with each change that calendars must take anew
  add column recording_video_id text,
  add column recording_chapters jsonb not null default '[]';  -- [{ id, title, second }]
create index live_sessions_by_recording on live_sessions (recording_video_id) where recording_video_id is not null;
