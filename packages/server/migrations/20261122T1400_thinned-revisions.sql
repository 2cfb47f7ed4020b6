-- What thinning has looked at is not read again every night: a day that is over does not change any more.
alter table draft_revisions add column thinned boolean not null default false;
alter table cms_revisions add column thinned boolean not null default false;
create index draft_revisions_to_thin on draft_revisions (saved_at) where kind = 'autosave' and not thinned;
create index cms_revisions_to_thin on cms_revisions (saved_at) where kind = 'autosave' and not thinned;
