-- One open editor begins one draft, however often it has to ask.
create unique index draft_revisions_begun on draft_revisions (saved_by, origin) where kind = 'created' and origin is not null;
