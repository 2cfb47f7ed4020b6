-- What an organisation's own lists call a member, and their number there: teachers know people by these.
alter table memberships
  add column listed_name text not null default '',
  add column listed_number text not null default '';

update memberships m set listed_name = r.name, listed_number = r.number
from roster_people r
where r.organisation_id = m.organisation_id and r.user_id = m.user_id and r.ended_at is null;

update memberships m set listed_name = p.name
from scim_people p
where p.organisation_id = m.organisation_id and p.user_id = m.user_id and p.removed_at is null and m.listed_name = '';
