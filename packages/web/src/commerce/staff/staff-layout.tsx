import { type ReactNode, useRef } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Notice } from '#ui/notice.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { useComeBack } from '../use-come-back.ts'
import type { StaffFormAnswer } from './staff-act.ts'
import styles from './staff-layout.module.css'

const staffPages = [
  'orders',
  'refunds',
  'differences',
  'grants',
  'licences',
  'promotions',
  'payouts',
  'bookkeeping',
] as const
export type StaffPage = (typeof staffPages)[number]

export const staffPath = (page: StaffPage) => `/admin/learn/${page}`

interface StaffLayoutProps {
  current: StaffPage
  /** How the last form of the page came back. */
  answer?: unknown
  children: ReactNode
}

/** The pages of the shop's staff, with the way from one to another. */
export function StaffLayout({ current, answer, children }: StaffLayoutProps) {
  const t = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useComeBack(answer, () => heading.current)
  return (
    <main id="main" className="wrap page-stack">
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {t(`commerce.staff_${current}`)}
        </h1>
        <p className="muted">{t(`commerce.staff_${current}_lead`)}</p>
      </header>
      <LinkTabs
        label={t('commerce.staff_shop')}
        tabs={staffPages.map((page) => ({
          to: staffPath(page),
          label: t(`commerce.staff_${page}`),
          current: page === current,
        }))}
      />
      {children}
    </main>
  )
}

/** How the form of an act came back. `done` says what was done. */
export function StaffAnswer({ answer, done }: { answer: StaffFormAnswer | undefined; done: string }) {
  if (!answer) return null
  if (answer.done) {
    return (
      <Notice tone="good" live>
        {done}
      </Notice>
    )
  }
  return answer.problem ? (
    <Notice tone="bad" live>
      {answer.problem}
    </Notice>
  ) : null
}
