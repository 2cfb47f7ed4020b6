-- Rankings are computed from what people learn; what editors pin comes before that.

drop table rankings;

create table ranking_items (
  rank text not null check (rank in ('A', 'B', 'C')),
  language text not null,
  position integer not null,
  item_id text not null references items on delete cascade,
  primary key (rank, language, position),
  unique (rank, language, item_id)
);
create index ranking_items_by_item on ranking_items (item_id);

alter table featured_items add column list text not null default 'home'
  check (list in ('home', 'rankA', 'rankB', 'rankC'));
alter table featured_items drop constraint featured_items_pkey;
alter table featured_items drop constraint featured_items_language_position_key;
alter table featured_items add primary key (list, language, item_id);
alter table featured_items add unique (list, language, position) deferrable initially deferred;
alter table featured_items alter column list drop default;
