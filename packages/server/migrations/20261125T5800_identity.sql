-- A school may have a SAML 2.0 provider in the place of an OpenID one (docs/decisions/088-saml.md).
alter table school_sign_ins drop constraint school_sign_ins_kind_check;
alter table school_sign_ins add constraint school_sign_ins_kind_check check (kind in ('openid', 'cas', 'saml'));
alter table school_sign_ins drop constraint school_sign_ins_check2;
-- where requests go, and what answers are signed with (PEM)
alter table school_sign_ins add column sso_url text;
alter table school_sign_ins add column certificates text[];
alter table school_sign_ins add constraint school_sign_ins_kind_parts check (
  case kind
    when 'openid' then client_id is not null and client_secret is not null
    when 'saml' then sso_url is not null and cardinality(certificates) between 1 and 8
    else true
  end
);
-- Under which its people stand in school_people: what one protocol calls somebody is not what another does at the same address.
alter table school_sign_ins drop column people_issuer;
alter table school_sign_ins
  add column people_issuer text not null generated always as (
    case kind when 'openid' then issuer else kind || ':' || issuer end
  ) stored;

-- A SAML answer is posted from another site, without the cookie of the browser: what it says waits here for the browser.
-- `nonce` is in the id of the request that the answer names; an answer is taken once, whether it is good or not.
alter table school_departures add column answered_at timestamptz;
alter table school_departures add column answer_subject text;
alter table school_departures add column answer_name text;
create unique index on school_departures (nonce);
