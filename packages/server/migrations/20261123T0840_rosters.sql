-- Name lists that organisations bring (docs/decisions/072-name-lists.md).

-- A person as the organisation's lists name them, by the id that the list gives. `user_id` is their account once it is
-- known to be theirs: an account of a member with this phone or confirmed mail.
create table roster_people (
  organisation_id text not null references organisations on delete cascade,
  source_id text not null,
  number text not null,
  name text not null,
  phone text,
  email text,
  role text not null check (role in ('learner', 'educator')),
  user_id text references users on delete set null,
  ended_at timestamptz,
  primary key (organisation_id, source_id)
);
create index roster_people_by_user on roster_people (user_id);
create index roster_people_by_phone on roster_people (phone) where user_id is null and ended_at is null;
create index roster_people_by_email on roster_people (email) where user_id is null and ended_at is null;

-- A class as lists name it. Dates are those of its terms.
create table roster_classes (
  organisation_id text not null,
  source_id text not null,
  class_id text not null,
  name text not null,
  starts_on text,
  ends_on text,
  ended_at timestamptz,
  primary key (organisation_id, source_id),
  foreign key (class_id, organisation_id) references classes (id, organisation_id) on delete cascade
);
create index roster_classes_by_class on roster_classes (class_id);

-- Who lists say is in which class. What a teacher did on the page is not in here, and no list takes it away.
create table roster_seats (
  organisation_id text not null,
  person_id text not null,
  class_id text not null,
  primary key (organisation_id, person_id, class_id),
  foreign key (organisation_id, person_id) references roster_people (organisation_id, source_id) on delete cascade,
  foreign key (organisation_id, class_id) references roster_classes (organisation_id, source_id) on delete cascade
);
create index roster_seats_by_class on roster_seats (organisation_id, class_id);

-- A file that was read, with what would become of it.
create table name_lists (
  id text primary key,                              -- nl_…
  organisation_id text not null references organisations on delete cascade,
  file_name text not null,
  format text not null check (format in ('plain', 'oneroster')),
  people_whole boolean not null default false,      -- it names everybody: who is not in it is gone
  seats_whole boolean not null default false,
  makes_classes boolean not null,
  state text not null check (state in ('reading', 'planned', 'importing', 'done')),
  ends_missing boolean not null default false,
  counts jsonb not null default '{}',
  made_by text references users on delete set null,
  made_at timestamptz not null,
  done_at timestamptz
);
create index name_lists_by_organisation on name_lists (organisation_id, made_at desc);
create index name_lists_by_maker on name_lists (made_by);

-- One fact of a list. `line` is its line in the file; null: it follows from what the file does not say.
create table name_list_lines (
  list_id text not null references name_lists on delete cascade,
  position integer not null,
  file text not null,
  line integer,
  kind text not null check (kind in ('class', 'person', 'seat')),
  source_id text not null,                          -- of the class, or of the person
  class_source_id text not null default '',         -- of a seat
  is_over boolean not null default false,           -- the list says itself that this ended
  fields jsonb not null,
  fault jsonb,                                      -- what is wrong in the line itself
  clash jsonb,                                      -- what is wrong beside other lines and what is known
  outcome text not null default 'same'
    check (outcome in ('added', 'changed', 'ended', 'same', 'problem', 'repeat', 'waits')),
  done boolean not null default false,
  primary key (list_id, position)
);
create index name_list_lines_by_source on name_list_lines (list_id, kind, source_id, class_source_id);
create index name_list_lines_by_outcome on name_list_lines (list_id, outcome, position);
