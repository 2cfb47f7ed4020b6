-- SCORM 2004: attempts of units and groups, and where a learner is among them (server/courseware/activity-tree.ts).

alter table courseware_attempts
  add place jsonb not null default '{}';

alter table courseware_unit_records
  add attempts integer not null default 0,
  -- of the attempts before the newest
  add earlier_seconds double precision not null default 0;
