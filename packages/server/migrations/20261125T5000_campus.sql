-- What a class is taught now. The row goes when the class is over, and all that was learnt of its learners with it.
create table class_teachings (
  class_id text primary key references classes on delete cascade,
  item_id text not null references items on delete cascade,
  taught_by text references users on delete set null,
  -- of `sections`; one that is gone since counts as the first
  step_id text,
  step_since timestamptz not null,
  leads boolean not null default true,
  version integer not null default 1,
  began_at timestamptz not null,
  live_until timestamptz not null
);
create index class_teachings_by_item on class_teachings (item_id);
create index class_teachings_by_teacher on class_teachings (taught_by);
create index class_teachings_ending on class_teachings (live_until);

-- Where a learner of that class is. Who leaves the class is gone from here at once.
create table class_places (
  user_id text not null references users on delete cascade,
  class_id text not null references class_teachings on delete cascade,
  step_id text,
  seen_at timestamptz not null,
  active_at timestamptz not null,
  follows boolean not null default true,
  hand_at timestamptz,
  hand_text text not null default '',
  hand_step_id text,
  answered_at timestamptz,
  primary key (user_id, class_id),
  foreign key (class_id, user_id) references class_members on delete cascade
);
create index class_places_by_class on class_places (class_id);
