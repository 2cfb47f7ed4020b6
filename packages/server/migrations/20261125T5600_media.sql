-- whether the page of a build is served isolated from other origins, as threads need it; said by its owner, found at first
alter table attachments add column is_isolated boolean not null default false;
