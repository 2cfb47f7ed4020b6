import type { readBookkeeping } from '@lantern/contract/commerce/bookkeeping.ts'
import {
  type BookkeepingFile,
  bookkeepingFiles,
  bookkeepingPath,
} from '@lantern/contract/commerce/bookkeeping-files.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Form } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useAccountName } from './account-name.ts'
import styles from './staff-layout.module.css'
import { StaffLayout, staffPath } from './staff-layout.tsx'

type Books = ResponseOf<typeof readBookkeeping>

/** A month of the books: sums of the ledger by account, and its tables as files. */
export function Bookkeeping({ books }: { books: Books }) {
  const t = useMessages()
  const format = useFormat()
  const { month, firstMonth, lastMonth, paid, refunded, receipts } = books
  const figures: [MessageKey, { count: number; amount: number }][] = [
    ['commerce.staff_payment.captured', paid],
    ['commerce.refunds', refunded],
    ['commerce.receipts', receipts],
  ]
  return (
    <StaffLayout current="bookkeeping">
      <Form method="get" action={staffPath('bookkeeping')} className={styles.acts} key={month}>
        <TextField
          type="month"
          name="month"
          label={t('commerce.staff_month')}
          defaultValue={month}
          min={firstMonth}
          max={lastMonth}
          className={styles.month}
        />
        <Button type="submit" className={styles.besideField}>
          {t('commerce.staff_show')}
        </Button>
      </Form>
      <Panel as="section" padded={false} aria-label={month}>
        <dl className={styles.figures}>
          {figures.map(([text, { count, amount }]) => (
            <div key={text}>
              <dt>{t(text)}</dt>
              <dd className="num">{format.amount(amount)}</dd>
              <dd className="muted small num">{t('commerce.staff_count', { count })}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {books.accounts.length > 0 ? <Accounts books={books} /> : <EmptyState title={t('commerce.staff_no_entries')} />}
      <section className={styles.part} aria-labelledby="staff-files">
        <h2 id="staff-files">{t('commerce.staff_files')}</h2>
        <p className="muted small">{t('commerce.staff_files_lead')}</p>
        <div className={styles.acts}>
          {bookkeepingFiles.map((file: BookkeepingFile) => (
            <LinkButton key={file} to={bookkeepingPath(month, file)} leaves>
              {t(`commerce.staff_file.${file}`)}
            </LinkButton>
          ))}
        </div>
      </section>
    </StaffLayout>
  )
}

function Accounts({ books: { accounts } }: { books: Books }) {
  const t = useMessages()
  const format = useFormat()
  const nameOf = useAccountName()
  const sum = (side: 'debit' | 'credit') => accounts.reduce((all, account) => all + account[side], 0)
  return (
    <div className={styles.part}>
      <h2>{t('commerce.staff_accounts')}</h2>
      <Table label={t('commerce.staff_accounts')}>
        <thead>
          <tr>
            <th scope="col">{t('commerce.staff_account')}</th>
            <th scope="col" className={endCell}>
              {t('commerce.books_column.debit')}
            </th>
            <th scope="col" className={endCell}>
              {t('commerce.books_column.credit')}
            </th>
            <th scope="col" className={endCell}>
              {t('commerce.staff_balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, debit, credit }) => (
            <tr key={account}>
              <th scope="row">{nameOf({ account })}</th>
              <td className={endCell}>{format.amount(debit)}</td>
              <td className={endCell}>{format.amount(credit)}</td>
              <td className={endCell}>{format.amount(debit - credit)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('commerce.order_total')}</th>
            <td className={endCell}>{format.amount(sum('debit'))}</td>
            <td className={endCell}>{format.amount(sum('credit'))}</td>
            <td className={endCell}>{format.amount(sum('debit') - sum('credit'))}</td>
          </tr>
        </tbody>
      </Table>
    </div>
  )
}
