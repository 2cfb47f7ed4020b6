import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { orderStates } from '@lantern/contract/commerce/order-rules.ts'
import type { listAllOrders, OrderRow } from '@lantern/contract/commerce/staff-orders.ts'
import type { QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { Form } from 'react-router'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { useLineName } from '../line-name.ts'
import { orderTone } from '../order-panel.tsx'
import { ShopPages } from '../shop-pages.tsx'
import styles from './staff-layout.module.css'
import { StaffLayout, staffPath } from './staff-layout.tsx'

export type OrderSearch = Pick<QueryOf<typeof listAllOrders>, 'q' | 'state' | 'from' | 'until'>

interface AllOrdersProps {
  list: ResponseOf<typeof listAllOrders>
  search: OrderSearch
}

/** Orders of all people, with a search whose state is in the address. */
export function AllOrders({ list, search }: AllOrdersProps) {
  const t = useMessages()
  const path = staffPath('orders')
  const asked = Object.entries(search).filter(([, value]) => value)
  const toOf = (at: number) => {
    const query = new URLSearchParams([...asked, ...(at > 1 ? [['page', String(at - 1)]] : [])] as string[][])
    return query.size > 0 ? `${path}?${query}` : path
  }
  return (
    <StaffLayout current="orders">
      <Search search={search} path={path} isSet={asked.length > 0} />
      {list.results.length > 0 ? (
        <>
          <p className="muted small num" role="status">
            {t('commerce.staff_found', { count: list.total })}
          </p>
          <OrderTable orders={list.results} />
          <ShopPages page={list.page} pageCount={Math.ceil(list.total / list.pageSize)} toOf={toOf} />
        </>
      ) : list.total > 0 ? (
        <BeyondLastPage to={toOf(1)} />
      ) : (
        <EmptyState
          title={t(asked.length > 0 ? 'commerce.staff_none_found' : 'commerce.staff_no_orders')}
          actions={asked.length > 0 && <LinkButton to={path}>{t('commerce.staff_show_all')}</LinkButton>}
        >
          {asked.length > 0 && <p>{t('commerce.staff_search_help')}</p>}
        </EmptyState>
      )}
    </StaffLayout>
  )
}

function Search({ search, path, isSet }: { search: OrderSearch; path: string; isSet: boolean }) {
  const t = useMessages()
  return (
    <Form
      method="get"
      action={path}
      className={styles.filter}
      role="search"
      aria-label={t('commerce.staff_orders')}
      key={JSON.stringify(search)}
    >
      <TextField type="search" name="q" label={t('commerce.staff_find')} defaultValue={search.q} maxLength={100} />
      <Select
        name="state"
        label={t('commerce.staff_state')}
        defaultValue={search.state ?? ''}
        set={Boolean(search.state)}
      >
        <option value="">{t('commerce.staff_any_state')}</option>
        {orderStates.map((state) => (
          <option key={state} value={state}>
            {t(`commerce.order_state.${state}`)}
          </option>
        ))}
      </Select>
      <TextField type="date" name="from" label={t('commerce.staff_from')} defaultValue={search.from} />
      <TextField type="date" name="until" label={t('commerce.staff_until')} defaultValue={search.until} />
      <div className={styles.acts}>
        <Button type="submit" theme="primary">
          {t('commerce.staff_find')}
        </Button>
        {isSet && (
          <LinkButton theme="quiet" to={path}>
            {t('commerce.staff_show_all')}
          </LinkButton>
        )}
      </div>
    </Form>
  )
}

function OrderTable({ orders }: { orders: readonly OrderRow[] }) {
  const t = useMessages()
  const format = useFormat()
  const nameOf = useLineName()
  return (
    <Table label={t('commerce.staff_orders')}>
      <thead>
        <tr>
          <th scope="col">{t('commerce.staff_number')}</th>
          <th scope="col">{t('commerce.staff_time')}</th>
          <th scope="col">{t('commerce.staff_state')}</th>
          <th scope="col">{t('commerce.staff_buyer')}</th>
          <th scope="col">{t('commerce.goods')}</th>
          <th scope="col" className={endCell}>
            {t('commerce.staff_amount')}
          </th>
          <th scope="col" className={endCell}>
            {t('commerce.refunds')}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map(({ id, state, goods, amount, refundedAmount, createdTime, buyer }) => (
          <tr key={id}>
            <th scope="row">
              <TextLink to={`${staffPath('orders')}/${id}`}>{orderNumber(id)}</TextLink>
            </th>
            <td>
              <time dateTime={createdTime}>{format.dateTime(createdTime)}</time>
            </td>
            <td>
              <Badge tone={orderTone[state]}>{t(`commerce.order_state.${state}`)}</Badge>
            </td>
            <td>{buyer ? buyer.name : <span className="muted">{t('commerce.staff_gone')}</span>}</td>
            <td>
              {goods[0] && nameOf(goods[0])}
              {goods.length > 1 && (
                <span className="muted"> {t('commerce.staff_and_more', { count: goods.length - 1 })}</span>
              )}
            </td>
            <td className={endCell}>{format.amount(amount)}</td>
            <td className={endCell}>{refundedAmount > 0 ? format.amount(-refundedAmount) : ''}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
