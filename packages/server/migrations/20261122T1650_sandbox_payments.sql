-- The accounts of the gateway that the demo plays. Nothing of the shop refers to them, as nothing could at a real one.
create table sandbox_payments (
  payment_id text primary key,
  title text not null,
  amount_fen integer not null check (amount_fen > 0),
  currency text not null,
  return_url text not null,
  notify_url text not null,
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'closed')),
  expires_at timestamptz not null,
  paid_at timestamptz check ((state = 'paid') = (paid_at is not null)),
  closed_at timestamptz check ((state = 'closed') = (closed_at is not null))
);
create index sandbox_payments_paid on sandbox_payments (paid_at) where paid_at is not null;

create table sandbox_refunds (
  refund_id text primary key,
  payment_id text not null references sandbox_payments,
  amount_fen integer not null check (amount_fen > 0),
  refunded_at timestamptz not null
);
create index sandbox_refunds_payment on sandbox_refunds (payment_id);
create index sandbox_refunds_time on sandbox_refunds (refunded_at);
