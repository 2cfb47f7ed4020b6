-- What was refused last of what a platform or a tool sent, for the admin who set it up. Null: nothing since it was mended.
alter table lti_platforms add column refused_at timestamptz, add column refused_for text;
alter table lti_tools add column refused_at timestamptz, add column refused_for text;
