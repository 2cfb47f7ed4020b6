-- Names that read differently in another language: of people who write in several, and of packages.

alter table users
  add column translations jsonb not null default '{}';  -- { "en": { "fullName": …, "title": …, "description": … } }

alter table packages add column names jsonb;            -- { "zh": "草原素材包", "en": "Meadow kit" }
update packages set names = jsonb_build_object('zh', name);
alter table packages alter column names set not null, drop column name;
