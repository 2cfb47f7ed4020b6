-- Buying: carts, coupons, orders, payments, refunds, the rights that follow, and the books. Amounts are fen.

-- Premium for some months, paid once.
create table plans (
  id text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  months integer not null check (months between 1 and 120),
  price_fen integer not null check (price_fen > 0),
  offered boolean not null default true
);

create table promotions (
  id text primary key,                                -- pm_…
  title text not null,
  kind text not null check (kind in ('amount', 'percent')),
  value integer not null check (value > 0 and (kind = 'amount' or value <= 100)),
  least_fen integer not null default 0 check (least_fen >= 0),
  item_ids text[] not null default '{}',              -- empty: all
  owner_id text references users,                     -- only items of this person
  first_order_only boolean not null default false,
  per_person integer not null default 1 check (per_person > 0),
  most_uses integer check (most_uses > 0),
  used integer not null default 0,                    -- rows of coupon_uses; changed under the lock of this row
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  disabled_at timestamptz,
  created_by text references users,
  created_at timestamptz not null,
  check (used >= 0 and (most_uses is null or used <= most_uses))
);
create index promotions_by_owner on promotions (owner_id) where owner_id is not null;
create index promotions_by_creator on promotions (created_by) where created_by is not null;

create table coupons (
  code text primary key check (code ~ '^([A-Z0-9]{8}|[A-Z0-9]{10})$'),
  promotion_id text not null references promotions on delete cascade,
  is_single boolean not null,                         -- used by one order; else by as many as the promotion allows
  created_at timestamptz not null
);
create index coupons_by_promotion on coupons (promotion_id);

create table cart_entries (
  user_id text not null references users on delete cascade,
  target_id text not null,                            -- an item or a bundle
  item_id text references items on delete cascade,
  bundle_id text references bundles on delete cascade,
  title text not null,                                -- as it was then, for what is hidden later
  price_fen integer not null check (price_fen >= 0),  -- as it was then
  added_at timestamptz not null,
  place bigint generated always as identity,
  primary key (user_id, target_id),
  check (num_nonnulls(item_id, bundle_id) = 1 and target_id = coalesce(item_id, bundle_id))
);
create index cart_entries_by_item on cart_entries (item_id) where item_id is not null;
create index cart_entries_by_bundle on cart_entries (bundle_id) where bundle_id is not null;

alter table bundles add column updated_at timestamptz;

-- contract/commerce/order-rules.ts says which state follows which
alter table orders rename column status to state;
alter table orders drop constraint orders_status_check;
alter table orders
  add check (state in ('waiting', 'processing', 'finished', 'expired', 'cancelled', 'partly_refunded', 'refunded')),
  add column currency text not null default 'CNY' check (currency = 'CNY'),
  add column wish_key text,                           -- what was wanted: the same again is the same waiting order
  add column coupon_code text references coupons,
  add column purchaser jsonb,                         -- { fullName, email, phone }
  add column expires_at timestamptz,
  add column paid_at timestamptz,
  add column refunded_fen integer not null default 0,
  add check (refunded_fen between 0 and amount_fen);
create unique index orders_waiting_once on orders (user_id, wish_key) where state = 'waiting' and wish_key is not null;
create index orders_expiring on orders (expires_at) where state = 'waiting' and expires_at is not null;
create index orders_by_time on orders (created_at desc, id desc);
create index orders_by_coupon on orders (coupon_code) where coupon_code is not null;

-- A bundle is a line for each of its items, so that each line has one seller and its exact part of the sum.
alter table order_items rename to order_lines;
alter index order_items_pkey rename to order_lines_pkey;
alter index order_items_by_item rename to order_lines_by_item;
alter table order_lines
  add column bundle_id text references bundles on delete set null,
  add column bundle_title text,
  add column plan_id text references plans,
  add column seller_id text references users,
  add column discount_fen integer not null default 0 check (discount_fen >= 0),
  add column bundle_fen integer not null default 0 check (bundle_fen >= 0),
  add column coupon_fen integer not null default 0 check (coupon_fen >= 0),
  add column paid_fen integer not null
    generated always as (price_fen * quantity - discount_fen - bundle_fen - coupon_fen) stored check (paid_fen >= 0),
  add column seller_fen integer not null default 0,   -- the seller's share of paid_fen; written when it is paid
  add column refunded_at timestamptz;
create index order_lines_by_bundle on order_lines (bundle_id) where bundle_id is not null;
create index order_lines_by_seller on order_lines (seller_id) where seller_id is not null;

-- Held for an order that waits, used by one that is paid; the row goes when the order ends unpaid.
create table coupon_uses (
  promotion_id text not null references promotions on delete cascade,
  user_id text not null references users on delete cascade,
  nth integer not null check (nth > 0),               -- this person's first, second … use
  code text not null references coupons on delete cascade,
  order_id text not null unique references orders on delete cascade,
  primary key (promotion_id, user_id, nth)
);
create index coupon_uses_by_code on coupon_uses (code);
create index coupon_uses_by_user on coupon_uses (user_id);

-- One attempt to pay an order.
create table payments (
  id text primary key,                                -- py_…: the merchant's number at the gateway
  order_id text not null references orders,
  gateway text not null,
  device text not null check (device in ('desktop', 'phone')),
  amount_fen integer not null check (amount_fen > 0),
  currency text not null default 'CNY',
  state text not null check (state in ('open', 'captured', 'closed')),
  is_surplus boolean not null default false,          -- the order was paid by another, or could not be revived
  provider_id text,
  code_url text,
  pay_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  asked_at timestamptz,                               -- when the gateway was last asked
  captured_at timestamptz,
  check ((state = 'captured') = (captured_at is not null))
);
create index payments_by_order on payments (order_id, created_at);
create unique index payments_open_once on payments (order_id, gateway, device) where state = 'open';
create index payments_open on payments (created_at) where state = 'open';
create index payments_by_provider on payments (gateway, provider_id) where provider_id is not null;

-- What a gateway told, as it came. An event is taken once.
create table payment_events (
  gateway text not null,
  event_id text not null,
  kind text not null,
  payment_id text,                                    -- as the gateway named it: it may be of no payment here
  body bytea not null,
  outcome text not null,
  at timestamptz not null,
  primary key (gateway, event_id)
);
create index payment_events_by_payment on payment_events (payment_id) where payment_id is not null;

create table refunds (
  id text primary key,                                -- rf_…
  order_id text not null references orders,
  payment_id text references payments,                -- null: nothing was paid for these lines
  amount_fen integer not null check (amount_fen >= 0),
  state text not null check (state in ('requested', 'sending', 'done', 'declined', 'cancelled')),
  is_surplus boolean not null default false,          -- of a payment too much: no line is given back
  reason text,
  note text not null default '',
  answer text not null default '',
  provider_id text,
  requested_by text references users,
  decided_by text references users,
  created_at timestamptz not null,
  decided_at timestamptz,
  done_at timestamptz
);
create index refunds_by_order on refunds (order_id);
create index refunds_by_payment on refunds (payment_id) where payment_id is not null;
create unique index refunds_surplus_once on refunds (payment_id) where is_surplus;
create index refunds_open on refunds (created_at) where state in ('requested', 'sending');
create index refunds_by_requester on refunds (requested_by) where requested_by is not null;
create index refunds_by_decider on refunds (decided_by) where decided_by is not null;

create table refund_lines (
  refund_id text not null references refunds on delete cascade,
  order_id text not null,
  position integer not null,
  amount_fen integer not null check (amount_fen >= 0),
  is_live boolean not null default true,              -- false: the refund was declined or withdrawn
  primary key (refund_id, position),
  foreign key (order_id, position) references order_lines on delete cascade
);
-- a line is given back once, however many ask at the same time
create unique index refund_lines_once on refund_lines (order_id, position) where is_live;

-- The right to read an item, or to be a premium member.
create table grants (
  id text primary key,                                -- gr_…
  user_id text references users,                      -- an emptied account keeps it, without a name
  class_id text references classes (id) on delete cascade,
  item_id text references items on delete cascade,
  plan_id text references plans,
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  source text not null check (source in ('order', 'coupon', 'class', 'staff', 'enterprise', 'gift')),
  reason text,
  order_id text,
  position integer,
  granted_by text references users,
  created_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (order_id, position) references order_lines,
  check (num_nonnulls(user_id, class_id) = 1 and num_nonnulls(item_id, plan_id) = 1),
  check ((order_id is null) = (position is null))
);
-- a line grants once
create unique index grants_of_line on grants (order_id, position) where order_id is not null;
create index grants_by_user on grants (user_id, item_id) where revoked_at is null;
create index grants_by_class on grants (class_id, item_id) where class_id is not null and revoked_at is null;
create index grants_by_item on grants (item_id) where item_id is not null;
create index grants_by_granter on grants (granted_by) where granted_by is not null;

-- Who may read which item because of a grant, for every domain. What was bought has no end; an end that staff or a class
-- licence set is compared with the database's clock, so that each reader of the view gets the same answer.
create view item_grants as
  select user_id, item_id, source, starts_at as granted_at from grants
  where user_id is not null and item_id is not null and revoked_at is null and (ends_at is null or ends_at > now())
  union all
  select m.user_id, g.item_id, g.source, g.starts_at
  from grants g join class_members m on m.class_id = g.class_id
  where g.item_id is not null and g.revoked_at is null and (g.ends_at is null or g.ends_at > now());

-- Double entry. Debits are positive; the entries of one transaction add up to 0.
create table ledger_entries (
  transaction text not null,                          -- what happened: capture:py_…, refund:rf_…, payout:u_…:2026-11
  account text not null,                              -- cash:<gateway>, sales, author:<id>, refunds, fees, bank
  amount_fen integer not null check (amount_fen <> 0),
  order_id text references orders,
  at timestamptz not null,
  primary key (transaction, account)
);
create index ledger_entries_by_time on ledger_entries (at);
create index ledger_entries_by_account on ledger_entries (account, at);
create index ledger_entries_by_order on ledger_entries (order_id) where order_id is not null;

create function ledger_is_balanced() returns trigger language plpgsql as $$
begin
  if (select sum(amount_fen) from ledger_entries where transaction = new.transaction) <> 0 then
    raise exception 'the entries of % do not add up to 0', new.transaction;
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert or update on ledger_entries
  deferrable initially deferred for each row execute function ledger_is_balanced();

create table order_audit (
  id bigint generated always as identity primary key,
  order_id text not null references orders on delete cascade,
  act text not null,
  state_before text,
  state_after text not null,
  actor_id text references users,                     -- null: the machine or the gateway
  detail jsonb not null default '{}',
  at timestamptz not null
);
create index order_audit_by_order on order_audit (order_id, id);
create index order_audit_by_actor on order_audit (actor_id) where actor_id is not null;

-- Fapiao.
create table receipts (
  id text primary key,                                -- rc_…
  order_id text not null references orders,
  kind text not null check (kind in ('personal', 'company')),
  title text not null,
  tax_number text,
  email text not null,
  amount_fen integer not null check (amount_fen > 0),
  state text not null check (state in ('requested', 'issued', 'reversed')),
  number text unique,
  reversed_by text,                                   -- number of the receipt that reversed it
  created_at timestamptz not null,
  issued_at timestamptz,
  reversed_at timestamptz
);
create unique index receipts_standing_once on receipts (order_id) where state <> 'reversed';
create index receipts_by_order on receipts (order_id);

create table payment_differences (
  id text primary key,                                -- df_…
  gateway text not null,
  day date not null,
  kind text not null check (kind in ('not_settled', 'not_there', 'amount', 'refund_not_there', 'refund_not_here')),
  subject text not null,                              -- payment or refund, by our number
  payment_id text references payments,
  provider_id text,
  our_fen integer not null,
  their_fen integer not null,
  found_at timestamptz not null,
  mended_at timestamptz,
  mended_by text references users,
  note text not null default '',
  unique (gateway, kind, subject)
);
create index payment_differences_by_payment on payment_differences (payment_id) where payment_id is not null;
create index payment_differences_by_mender on payment_differences (mended_by) where mended_by is not null;

create table payouts (
  author_id text not null references users,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  amount_fen integer not null check (amount_fen > 0),
  marked_by text not null references users,
  marked_at timestamptz not null,
  primary key (author_id, month)
);
create index payouts_by_marker on payouts (marked_by);

-- Who asked to buy a campus course.
create table course_purchasers (
  user_id text not null references users on delete cascade,
  course_id text not null references items on delete cascade,
  course_name text not null,
  full_name text not null,
  email text not null,
  phone text not null,
  asked_at timestamptz not null,
  primary key (user_id, course_id)
);
create index course_purchasers_by_course on course_purchasers (course_id);
