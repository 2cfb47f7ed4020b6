-- outside a transaction: accounts are written meanwhile
-- A picture that an upload lets go of is looked for among the faces of all accounts. By bytes: the range of one id.
drop index concurrently if exists users_avatar;
create index concurrently users_avatar on users (avatar collate "C") where avatar is not null;
