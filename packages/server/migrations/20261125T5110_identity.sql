-- A school may have a CAS server in the place of an OpenID provider (docs/decisions/083-sign-in-of-an-organisation.md).
alter table school_sign_ins add column kind text not null default 'openid' check (kind in ('openid', 'cas'));
alter table school_sign_ins alter column client_id drop not null;
alter table school_sign_ins alter column client_secret drop not null;
alter table school_sign_ins add check (kind = 'cas' or (client_id is not null and client_secret is not null));
-- Under which its people stand in school_people: what a CAS server calls somebody is not what a provider at the same address does.
alter table school_sign_ins
  add column people_issuer text not null generated always as (case kind when 'cas' then 'cas:' || issuer else issuer end) stored;
