import type { Present } from '@lantern/contract/topic.ts'
import { UsersIcon } from '#ui/icons.tsx'
import { useMessages } from '../messages.tsx'
import { useSession } from '../session.tsx'
import styles from './also-editing.module.css'

/** Who else has the same document open: other people, and oneself in another browser. */
export function AlsoEditing({ others }: { others: readonly Present[] }) {
  const t = useMessages()
  const { user } = useSession()
  const names = new Map(
    others.map(({ userId, name }) => [userId, userId === user?.id ? t('documents.you_elsewhere') : name]),
  )
  const text = [...names.values()].join(t('documents.comma'))
  return (
    <span aria-live="polite" className={styles.also} title={text || undefined}>
      {text && (
        <>
          <UsersIcon className="icon-s" />
          <span className="clip-1">
            <span className={styles.lead}>{t('documents.also_editing')} </span>
            {text}
          </span>
        </>
      )}
    </span>
  )
}
