import { RevisionLine } from '#kit/documents/revision-line.tsx'
import styles from '#kit/documents/revisions.module.css'
import { useRevisions } from '#kit/documents/use-revisions.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { useDraftPages } from './use-draft-pages.ts'

const mostShown = 4

/** The newest saves beside the form, with what is only on this device on top. */
export function RevisionsBrief() {
  const t = useMessages()
  const format = useFormat()
  const { showRevisions } = useEditorTools()
  const { draft, keptAt, unsaved, conflict } = useDraftState()
  const { results } = useRevisions(draft?.version, useDraftPages(draft?.id ?? '', mostShown))
  if (!draft) return null
  return (
    <section className={styles.brief} aria-label={t('documents.revisions')}>
      <h3>{t('documents.revisions')}</h3>
      <ul className={styles.list}>
        {keptAt && unsaved.length > 0 && (
          <li>
            <span>
              <span className="num">{format.time(keptAt)}</span> {t('authoring.this_device')}
            </span>
            <Badge tone="warn">{t(conflict ? 'authoring.not_merged' : 'authoring.not_sent')}</Badge>
          </li>
        )}
        {results.map((revision) => (
          <li key={revision.version}>
            <span>
              <RevisionLine revision={revision} />
            </span>
            {revision.published && <Badge tone="good">{t('documents.badge_published')}</Badge>}
          </li>
        ))}
      </ul>
      <Button size="s" theme="quiet" onClick={showRevisions}>
        {t('authoring.all_revisions')}
      </Button>
    </section>
  )
}
