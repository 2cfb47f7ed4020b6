-- What staff need: rights taken back with a reason, and the statements of the gateways beside our own books.

alter table grants add column revoked_by text references users;
alter table grants add column revoke_reason text;
create index grants_by_revoker on grants (revoked_by) where revoked_by is not null;
create index grants_of_staff on grants (created_at desc, id desc) where source = 'staff';

-- The day in China on whose statement the gateway names it with our amount.
alter table payments add column stated_on date;
alter table refunds add column stated_on date;
create index payments_unstated on payments (captured_at) where state = 'captured' and stated_on is null;

-- A statement that was read whole. Amounts are fen.
create table payment_statements (
  gateway text not null,
  day date not null,
  read_at timestamptz not null,
  captured_fen bigint not null,
  refunded_fen bigint not null,
  fee_fen bigint not null,
  primary key (gateway, day)
);

create index payment_differences_open on payment_differences (found_at) where mended_at is null;
