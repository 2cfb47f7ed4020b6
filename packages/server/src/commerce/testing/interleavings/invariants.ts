import { type Db, runSql } from '#kit/sql.ts'

/**
 * What is wrong with the orders of these people, by rule and order: nothing. `isQuiet`: every job is done and every
 * question asked, so that nothing is on its way between the shop and the gateway either.
 */
export async function brokenRules(db: Db, userIds: readonly string[], isQuiet: boolean): Promise<string[]> {
  const rows = await runSql(db, query, [userIds, isQuiet])
  return rows.map(({ rule, id }) => `${rule}: ${id}`)
}

const query = `
with o as (select *, state in ('processing', 'finished', 'partly_refunded', 'refunded') as was_paid
  from orders where user_id = any($1)),
t as (select t.*, o.was_paid, o.user_id from order_lines t join o on o.id = t.order_id),
p as (select p.*, o.was_paid, o.amount_fen as order_fen, s.state as there,
    coalesce((select sum(g.amount_fen) from sandbox_refunds g where g.payment_id = p.id), 0) as back_fen
  from payments p join o on o.id = p.order_id left join sandbox_payments s on s.payment_id = p.id),
r as (select r.* from refunds r join o on o.id = r.order_id),
g as (select g.*, o.was_paid, t.refunded_at from grants g join o on o.id = g.order_id
  join t on t.order_id = g.order_id and t.position = g.position),
books as (select e.order_id, sum(e.amount_fen) as fen,
    sum(e.amount_fen) filter (where e.account = 'refunds') as owed_fen,
    sum(e.amount_fen) filter (where e.account = 'cash:sandbox') as cash_fen,
    sum(e.amount_fen) filter (where e.account = 'sales' or e.account like 'author:%') as earned_fen
  from ledger_entries e join o on o.id = e.order_id group by e.order_id)

select 'the lines come to the sum of the order' as rule, o.id from o
  where o.amount_fen <> (select sum(t.paid_fen) from t where t.order_id = o.id)
union all select 'the books add up to 0', order_id from books where fen <> 0
union all select 'an order is paid once', order_id from p where state = 'captured' and not is_surplus
  group by order_id having count(*) > 1
union all select 'what was taken as payment is of an order that is paid', id from p
  where state = 'captured' and not is_surplus and (not was_paid or amount_fen <> order_fen)
union all select 'a paid order has its payment', o.id from o where o.was_paid and o.amount_fen > 0
  and not exists (select from p where p.order_id = o.id and p.state = 'captured' and not p.is_surplus)
union all select 'nothing is captured that the gateway has not', id from p where state = 'captured' and there <> 'paid'
union all select 'a line that is paid is granted once', t.order_id from t
  where t.was_paid and t.refunded_at is null and 1 <> (select count(*) from g
    where g.order_id = t.order_id and g.position = t.position and g.revoked_at is null)
union all select 'what is not paid or was given back is not granted', order_id from g
  where revoked_at is null and (not was_paid or refunded_at is not null)
union all select 'what was not given back is not taken back', order_id from g
  where revoked_at is not null and refunded_at is null
union all select 'an item is not bought twice', max(t.order_id) from t where t.bundle_id is null and t.item_id is not null
  and t.was_paid and t.refunded_at is null group by t.user_id, t.item_id having count(*) > 1
union all select 'the order says what was given back', o.id from o
  where o.refunded_fen <> coalesce((select sum(t.paid_fen) from t where t.order_id = o.id and t.refunded_at is not null), 0)
  or o.refunded_fen <> coalesce((select sum(r.amount_fen) from r
    where r.order_id = o.id and not r.is_surplus and r.state in ('sending', 'done')), 0)
  or (o.state = 'refunded') <> (o.was_paid and not exists (
    select from t where t.order_id = o.id and t.refunded_at is null))
union all select 'sellers and site have what was not given back', o.id from o join books b on b.order_id = o.id
  where o.was_paid and -coalesce(b.earned_fen, 0) <> o.amount_fen - o.refunded_fen
union all select 'the last line of the audit is the state', o.id from o where o.state <> (
  select a.state_after from order_audit a where a.order_id = o.id order by a.id desc limit 1)
union all select 'a coupon counts its uses', m.id from promotions m
  where m.id in (select c.promotion_id from coupons c join o on o.coupon_code = c.code)
  and (m.used <> (select count(*) from coupon_uses u where u.promotion_id = m.id) or m.used > m.most_uses)
union all select 'an order that waits or is paid has its use of the coupon, and no other has', o.id from o
  where o.coupon_code is not null and (o.state = 'waiting' or o.was_paid)
    <> exists (select from coupon_uses u where u.order_id = o.id)
union all select 'nobody is a member without a plan', u.id from users u where u.id = any($1)
  and (u.premium_until > now()) is true
  and not exists (select from g where g.user_id = u.id and g.plan_id is not null and g.revoked_at is null)
union all select 'a person waits to pay nothing that they have', o.id from o join t on t.order_id = o.id
  where o.state = 'waiting' and t.bundle_id is null
  and exists (select from item_grants e where e.user_id = o.user_id and e.item_id = t.item_id)
union all select 'what the gateway has is captured', id from p where $2 and there = 'paid' and state <> 'captured'
union all select 'what the gateway has not is not open for an order that is over', p.id from p join o on o.id = p.order_id
  where $2 and p.state = 'open' and o.state <> 'waiting'
union all select 'a payment too much is back', id from p
  where $2 and state = 'captured' and is_surplus and back_fen <> amount_fen
union all select 'nothing is owed to a payer', order_id from books where $2 and owed_fen <> 0
union all select 'the cash in the books is what the gateway has', o.id from o left join books b on b.order_id = o.id
  where $2 and coalesce(b.cash_fen, 0) <> coalesce((select sum(p.amount_fen - p.back_fen)
    from p where p.order_id = o.id and p.there = 'paid'), 0)`
