-- A decision that lets a held message through says so: taken back, the message is held again.
alter table report_acts add column releases boolean not null default false;
