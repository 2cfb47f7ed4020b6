-- a certificate leads to its path by the id: the slug may become another
update certificates set path = '/learning-path/' || subject_id where kind = 'path';
