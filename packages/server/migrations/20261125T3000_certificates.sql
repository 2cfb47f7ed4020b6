-- A course whose author says so gives a certificate as a path does.
alter table certificates add column kind text not null default 'path' check (kind in ('path', 'course'));
alter table certificates alter column kind drop default;
-- whether its holder has it on their page; one with a hidden name, or one that was revoked, is not there whatever this says
alter table certificates add column in_profile boolean not null default false;
