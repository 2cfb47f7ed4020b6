-- What learners are asked about each other's submissions: two or three questions; none: no peer feedback.
alter table sections add peer_questions text[] not null default '{}';
