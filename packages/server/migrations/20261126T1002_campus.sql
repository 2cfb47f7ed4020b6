-- What an assignment is marked by, and which levels a mark was given by.
alter table assignments add column rubric jsonb;
alter table assignment_marks add column levels jsonb;
