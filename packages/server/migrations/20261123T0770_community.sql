-- Where a submission can be had: addresses, and what an Android build is called (docs/decisions/067-where-a-submission-can-be-had.md).
alter table submissions add column availability jsonb not null default '{}';
alter table submission_versions add column availability jsonb not null default '{}';
