-- A step that is an outside tool (docs/decisions/095-tools-in-lessons.md). The link is of a higher domain: one that is gone
-- says so where it would open.
alter table sections drop constraint sections_type_check,
  add constraint sections_type_check check (type in ('normal', 'lab', 'submission', 'tool'));
alter table sections add tool_link_id text;
