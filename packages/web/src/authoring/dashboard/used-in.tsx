import type { DraftUses, draftUses } from '@lantern/contract/authoring/drafts.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { unreadText } from '#kit/unread.ts'
import { Notice } from '#ui/notice.tsx'
import styles from './draft-row.module.css'

/** What learners would look for in vain when it is taken back. */
export function UsedIn({ id }: { id: string }) {
  const t = useMessages()
  const [uses, setUses] = useState<DraftUses | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    let dropped = false
    call<typeof draftUses>('GET /api/learn/creator/draft/:id/uses', { params: { id } }).then(
      (answer) => !dropped && setUses(answer),
      (error) => !dropped && setFailure(error),
    )
    return () => {
      dropped = true
    }
  }, [id])
  if (failure !== null) return <p className="muted">{unreadText(failure, t, t('authoring.uses_failed'))}</p>
  if (uses === null) return <p className="muted">{t('authoring.uses_looking')}</p>
  const { items, hidden, featured } = uses
  if (items.length + hidden === 0 && !featured) return <p className="muted">{t('authoring.uses_none')}</p>
  return (
    <Notice tone="warn" className={styles.uses}>
      <strong>{t('authoring.uses_title')}</strong>
      <ul>
        {items.map(({ id: by, how, title, language }) => (
          <li key={`${by} ${how}`}>
            <span lang={language}>{title || t('authoring.dashboard_untitled')}</span> ({t(`authoring.uses_${how}`)})
          </li>
        ))}
        {hidden > 0 && <li>{t('authoring.uses_hidden', { count: hidden })}</li>}
        {featured && <li>{t('authoring.uses_featured')}</li>}
      </ul>
    </Notice>
  )
}
