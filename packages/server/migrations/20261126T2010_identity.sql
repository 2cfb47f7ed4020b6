-- Which token did what: in the trail of what happened, and for its owner the calls that it made.
alter table audit_log add column token_id text;

create table api_token_uses (
  token_id text not null references api_tokens on delete cascade,
  -- 'GET /api/campus/class/:classId'
  call text not null,
  last_at timestamptz not null,
  primary key (token_id, call)
);
