-- What signatures for sharing in WeChat are made with: one for each official account and all processes.
create table weixin_tickets (
  app_id text primary key,
  -- sealed; null before the first has come
  ticket bytea,
  expires_at timestamptz,
  -- until then one process asks WeChat for the next one, or has been refused
  asked_until timestamptz not null,
  check ((ticket is null) = (expires_at is null))
);
