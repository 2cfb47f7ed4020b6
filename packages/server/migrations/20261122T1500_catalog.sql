-- What only the page of an item shows: lists, cards and rules read the narrow rows of items.

alter table items add column with_educator boolean not null default false;   -- item_details.educator_plan is there

-- Of every item.
create table item_details (
  item_id text primary key references items on delete cascade,
  description_html text not null default '',        -- sanitized
  materials jsonb not null default '[]',            -- [{ type: link|file, name, url | attachmentId }]
  educator_plan jsonb,
  properties jsonb not null default '{}',           -- objective, careerGoals
  "group" jsonb                                     -- { groupId, url }
);

create table tutorial_details (
  item_id text primary key references items on delete cascade,
  is_exercise boolean not null default false,
  solution_plan jsonb,                              -- { requiredComplete, body, materials }
  documents jsonb not null default '[]',
  asset jsonb,                                      -- { packageIds, uploads: [{ attachmentId, name, downloadVersion }] }
  is_video boolean not null default false,
  overview_video_id text,
  overview_video_title text not null default '',
  offline boolean not null default false,
  payment_item jsonb                                -- { slug, itemId }
);

create table live_sessions (
  item_id text primary key references items on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  url text,                                         -- of the room, for people who may enter
  seats integer,
  speakers jsonb not null default '[]'              -- [{ name, title }]
);

-- What is to be learned before an item, in the order of its author.
create table item_prerequisites (
  item_id text not null references items on delete cascade,
  prerequisite_id text not null references items on delete cascade,
  position integer not null,
  primary key (item_id, prerequisite_id)
);

-- The asset packages that an item works with.
create table item_packages (
  item_id text not null references items on delete cascade,
  package_id text not null references packages on delete cascade,
  position integer not null,
  primary key (item_id, package_id)
);
