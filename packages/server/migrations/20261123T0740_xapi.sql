-- Learning records of organisations (docs/decisions/064-learning-records.md).

-- What a program proves itself with: the id is the user name of HTTP Basic, of the secret only a digest is kept.
create table xapi_credentials (
  id text primary key,
  organisation_id text not null references organisations on delete cascade,
  name text not null,
  secret_digest bytea not null,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index on xapi_credentials (organisation_id, created_at);
create index on xapi_credentials (created_by);

-- When the organisation's newest statements were stored. Writers of one organisation take turns, and each begins after it.
create table xapi_stores (
  organisation_id text primary key references organisations on delete cascade,
  last_stored timestamptz not null
);

-- Where a statement is. An id is given once, whatever its month, so this table is not partitioned.
create table xapi_statement_ids (
  organisation_id text not null references organisations on delete cascade,
  id uuid not null,
  stored timestamptz not null,
  position integer not null,
  primary key (organisation_id, id)
);

-- The text of a statement never changes. `position` is its place in the request that brought it. `terms` are what it can
-- be found by, with those of the statement that it refers to.
create table xapi_statements (
  organisation_id text not null references organisations on delete cascade,
  stored timestamptz not null,
  position integer not null,
  body text not null,
  byte_size integer not null,
  terms uuid[] not null,
  is_voided boolean not null,
  primary key (organisation_id, stored, position)
) partition by range (stored);
create table months.xapi_statements_before (like xapi_statements including defaults including constraints);
select begin_months('xapi_statements', 'stored');

-- A term is a digest of one fact: its verb, an agent, an activity, a registration, a statement it refers to or voids.
create table xapi_terms (
  organisation_id text not null references organisations on delete cascade,
  term uuid not null,
  stored timestamptz not null,
  position integer not null,
  primary key (organisation_id, term, stored, position)
) partition by range (stored);
create table months.xapi_terms_before (like xapi_terms including defaults including constraints);
select begin_months('xapi_terms', 'stored');

create table xapi_attachments (
  organisation_id text not null references organisations on delete cascade,
  sha2 text not null,
  content_type text not null,
  byte_size integer not null,
  primary key (organisation_id, sha2)
);

-- What statements said of an activity, added up. The IRI may be too long for an index.
create table xapi_activities (
  organisation_id text not null references organisations on delete cascade,
  id_digest uuid not null,
  definition text not null,
  primary key (organisation_id, id_digest)
);

-- Documents of activities and agents: `owner` is a digest of the activity, the agent or both; a state without
-- registration has the zero UUID.
create table xapi_documents (
  organisation_id text not null references organisations on delete cascade,
  kind text not null check (kind in ('state', 'activity_profile', 'agent_profile')),
  owner uuid not null,
  registration uuid not null,
  document_id text not null check (octet_length(document_id) <= 1000),
  content bytea not null,
  content_type text not null,
  etag text not null,
  updated_at timestamptz not null,
  primary key (organisation_id, kind, owner, registration, document_id)
);
