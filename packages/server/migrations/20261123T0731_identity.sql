-- The clock by which an organisation opens and closes what it assigns.
alter table organisations add time_zone text not null default 'Asia/Shanghai';
