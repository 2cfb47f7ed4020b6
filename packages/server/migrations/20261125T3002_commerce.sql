-- Seats of an item for an organisation. A seat is a grant of its licence: what may be read is asked of grants alone.
create table licences (
  id text primary key,                                     -- sl_…
  organisation_id text not null references organisations on delete cascade,
  item_id text not null references items on delete cascade,
  seats integer not null check (seats between 1 and 10000),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),         -- null: for good
  reason text not null,
  given_by text references users on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text references users on delete set null,
  revoke_reason text,
  check ((revoked_at is null) = (revoke_reason is null))
);
create index licences_by_organisation on licences (organisation_id, created_at);
create index licences_by_item on licences (item_id);

alter table grants add column licence_id text references licences on delete cascade;
-- one seat for each person, however often it is given
create unique index grants_one_seat on grants (licence_id, user_id) where licence_id is not null and revoked_at is null;

-- Whoever leaves gives their seats back, in the transaction that ends the membership, whatever ends it.
create function give_seats_back() returns trigger language plpgsql as $$
begin
  update grants g set revoked_at = new.ended_at, revoke_reason = 'left'
  from licences l
  where l.organisation_id = new.organisation_id and g.licence_id = l.id and g.user_id = new.user_id
    and g.revoked_at is null;
  return null;
end $$;
create trigger memberships_ended_seats after update of ended_at on memberships
  for each row when (old.ended_at is null and new.ended_at is not null) execute function give_seats_back();
