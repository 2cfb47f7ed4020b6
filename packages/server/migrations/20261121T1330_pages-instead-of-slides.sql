-- The slides of the home page, and questions with their answers, are pages of editors now (content/pages).

drop table home_slides;

-- Those that the demo brought; whoever wrote others keeps them.
delete from items where type = 'faq' and source_key like 'demo/faq/%';
