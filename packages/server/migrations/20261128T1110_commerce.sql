-- A refund that its gateway refuses is a difference at once, with the gateway's word for the reason.
alter table payment_differences drop constraint payment_differences_kind_check;
alter table payment_differences add constraint payment_differences_kind_check
  check (kind in ('not_settled', 'not_there', 'amount', 'refund_not_there', 'refund_not_here', 'refund_refused'));
alter table payment_differences add column code text;
alter table refunds add column asked_at timestamptz;  -- when the gateway was last asked how it stands
