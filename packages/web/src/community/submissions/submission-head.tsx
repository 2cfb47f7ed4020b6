import type { Item } from '@lantern/contract/catalog/items.ts'
import { contentLink } from '@lantern/contract/links.ts'
import type { ReactNode } from 'react'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { galleryAddress } from './submission-address.ts'
import styles from './submissions.module.css'

interface SubmissionTrailProps {
  item: Pick<Item, 'type' | 'slug' | 'title' | 'language'>
  /** The step that takes submissions; left out: the lesson as a whole. */
  anchor?: string | null
  /** The page itself; left out: the gallery. */
  here?: string
}

/** The way from home by the lesson and its gallery. */
export function SubmissionTrail({ item, anchor = null, here }: SubmissionTrailProps) {
  const t = useMessages()
  const locale = useLocale()
  const gallery = { label: t('community.submissions') }
  return (
    <Breadcrumb
      label={t('catalog.place')}
      crumbs={[
        { label: t('catalog.home'), to: '/' },
        { label: <span lang={item.language}>{item.title}</span>, to: contentLink(item, { locale, step: anchor }) },
        ...(here === undefined ? [gallery] : [{ ...gallery, to: galleryAddress(item) }, { label: here }]),
      ]}
    />
  )
}

interface SubmissionHeadProps extends SubmissionTrailProps {
  title: string
  lead: ReactNode
  /** Beside the title. */
  children?: ReactNode
}

/** Where one is, and the title of the page with a line below. */
export function SubmissionHead({ title, lead, children, ...trail }: SubmissionHeadProps) {
  return (
    <>
      <SubmissionTrail {...trail} />
      <header className={styles.head}>
        <div className="grow">
          <h1>{title}</h1>
          {lead}
        </div>
        {children}
      </header>
    </>
  )
}
