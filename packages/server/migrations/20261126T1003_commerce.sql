-- Classes that were given a licence: who joins one of them later gets a seat too, while there are any.
create table licence_classes (
  licence_id text not null references licences on delete cascade,
  class_id text not null references classes on delete cascade,
  given_at timestamptz not null,
  primary key (licence_id, class_id)
);
create index licence_classes_by_class on licence_classes (class_id);
