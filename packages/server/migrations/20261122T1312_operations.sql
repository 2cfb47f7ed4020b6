-- When the site was last looked after, for figures that warn when it was not: 'backup'.
create table operations (
  name text primary key,
  done_at timestamptz not null
);
