-- Schools and companies: who belongs to them, and which content is theirs.

create table organisations (
  id text primary key,                              -- og_…
  slug text not null unique,
  name text not null,
  created_at timestamptz not null default now()
);

-- A person in an organisation. What is over stays, with its end: records and orders refer to it.
create table memberships (
  organisation_id text not null references organisations on delete cascade,
  user_id text not null references users on delete cascade,
  role text not null check (role in ('learner', 'educator', 'admin')),
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (organisation_id, user_id)
);
create index memberships_by_user on memberships (user_id) where ended_at is null;

-- A phone whose owner is asked to join; the row goes when they answer.
create table invitations (
  organisation_id text not null references organisations on delete cascade,
  phone text not null,
  role text not null check (role in ('learner', 'educator', 'admin')),
  invited_by text references users on delete set null,
  invited_at timestamptz not null default now(),
  primary key (organisation_id, phone)
);
create index invitations_by_phone on invitations (phone);

create table classes (
  id text primary key,                              -- kl_…
  organisation_id text not null references organisations on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  unique (organisation_id, name),
  unique (id, organisation_id)
);

create table class_members (
  class_id text not null,
  organisation_id text not null,
  user_id text not null,
  primary key (class_id, user_id),
  foreign key (class_id, organisation_id) references classes (id, organisation_id) on delete cascade,
  foreign key (organisation_id, user_id) references memberships on delete cascade
);
create index class_members_by_user on class_members (user_id);

-- Campus content belonged to nobody in particular: it goes to one organisation, with those who could see it.
insert into organisations (id, slug, name)
select 'og_campus', 'campus', 'Campus' where exists (select from items where learn_option_type = 'campus');
insert into memberships (organisation_id, user_id, role)
select o.id, u.id, case when 'campus_admin' = any (u.groups) then 'admin' else 'educator' end
from organisations o, users u
where u.groups && array['campus_admin', 'campus_creator']
  or exists (select from items i where i.learn_option_type = 'campus' and u.id in (i.owner_id, i.author_id));

alter table items
  add column organisation_id text references organisations,    -- null: everybody's
  add column class_id text,                                    -- of the organisation's content: for this class alone
  add column open_to_all boolean not null default false,       -- of the organisation's content: for everybody
  add column in_public_search boolean not null default false,  -- of what is open: in everybody's lists and search too
  add foreign key (class_id, organisation_id) references classes (id, organisation_id),
  add check (organisation_id is not null or (class_id is null and not open_to_all)),
  add check (class_id is null or not open_to_all),
  add check (open_to_all or not in_public_search);
update items set organisation_id = 'og_campus' where learn_option_type = 'campus';
alter table items drop column learn_option_type;
alter table items
  add column learn_option_type text not null generated always as
    (case when organisation_id is null then 'other' else 'campus' end) stored,
  -- whom it is published for: everybody, an organisation or a class of it, by id
  add column audience text not null generated always as
    (case when organisation_id is null or open_to_all then 'everybody'
      else coalesce(class_id, organisation_id) end) stored,
  -- whose lists and search it is in
  add column found_by text not null generated always as
    (case when organisation_id is null or in_public_search then 'everybody'
      else coalesce(class_id, organisation_id) end) stored;
create index items_by_organisation on items (organisation_id) where organisation_id is not null;

alter table search_documents
  add column found_by text not null default '',     -- as of items; empty while it is not published
  add column organisation_id text;
update search_documents d set found_by = case when i.status = 'published' and not i.hidden then i.found_by else '' end,
  organisation_id = i.organisation_id from items i where i.id = d.item_id;
