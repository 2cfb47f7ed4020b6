-- The open editor that kept a revision by itself: what another one kept is never written over.
alter table draft_revisions add column origin text;
alter table cms_revisions add column origin text;
