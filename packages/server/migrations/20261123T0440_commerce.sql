-- What the bundle of a line was called in other languages than its own when it was ordered: title by language.
alter table order_lines add column bundle_titles jsonb not null default '{}';
