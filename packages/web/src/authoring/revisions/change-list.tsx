import type { Change } from '@lantern/contract/authoring/drafts.ts'
import { useMessages } from '#kit/messages.tsx'
import { SideBySide } from '../conflict/side-by-side.tsx'
import { fieldWord } from '../editor-shell/field-words.ts'
import type { Sides } from './revision-history.tsx'
import styles from './revisions.module.css'

/** Readable differences, one below the other: what it is, before, after. */
export function ChangeList({ changes, sides }: { changes: readonly Change[]; sides?: Sides }) {
  const t = useMessages()
  if (changes.length === 0) return <p className="muted">{t('authoring.no_changes')}</p>
  return (
    <ol className={styles.changes}>
      {changes.map((change) => (
        <li key={`${change.field} ${change.kind}`}>
          <h3>
            {t(`authoring.change_${change.kind}`, {
              what: [change.name, fieldWord(change.field, t)].filter(Boolean).join(' · '),
            })}
          </h3>
          {change.kind === 'moved' ? (
            <p className="muted">{t('authoring.moved_from_to', { before: change.before, after: change.after })}</p>
          ) : (
            <SideBySide
              one={{ title: sides?.before ?? t('authoring.before'), text: change.before }}
              other={{ title: sides?.after ?? t('authoring.after'), text: change.after }}
              empty={t('authoring.nothing_there')}
            />
          )}
        </li>
      ))}
    </ol>
  )
}
