import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { listEditedPaths } from '@lantern/contract/paths/path-editing.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './path-editor.module.css'

export const editedPathsAddress = '/creator/paths'

/** The learning paths that a person looks after, and what became of their learners. */
export function EditedPaths({ results, places }: ResponseOf<typeof listEditedPaths>) {
  const t = useMessages()
  const format = useFormat()
  const add = (
    <LinkButton theme="primary" to={`${editedPathsAddress}/new`} icon={<PlusIcon />}>
      {t('paths.new')}
    </LinkButton>
  )
  if (places.length === 0) {
    return (
      <div className="page-stack">
        <h1>{t('paths.edited')}</h1>
        <EmptyState
          kind="locked"
          title={t('paths.edited_none')}
          actions={<LinkButton to="/unity-learning-path">{t('paths.all')}</LinkButton>}
        >
          <p>{t('paths.edited_none_text')}</p>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="page-stack">
      <header className={styles.head}>
        <div>
          <h1>{t('paths.edited')}</h1>
          <p className="muted">{t('paths.edited_lead')}</p>
        </div>
        {results.length > 0 && add}
      </header>
      {results.length === 0 ? (
        <EmptyState title={t('paths.edited_empty')} actions={add}>
          <p>{t('paths.edited_lead')}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul className={styles.rows}>
            {results.map(({ id, title, language, published, organisationName, learners, completed }) => (
              <li key={id} className={styles.row}>
                <div className={styles.about}>
                  <h2 className={styles.name}>
                    <PageLink to={`${editedPathsAddress}/${id}`} lang={language}>
                      {title}
                    </PageLink>
                  </h2>
                  <p className="meta num">
                    <span>{organisationName ?? t('paths.for_everybody')}</span>
                    <span>{t('paths.learners', { count: learners, number: format.number(learners) })}</span>
                    <span>{t('paths.finished', { count: completed, number: format.number(completed) })}</span>
                  </p>
                </div>
                <Badge tone={published ? 'good' : 'plain'}>
                  {t(published ? 'paths.is_published' : 'commerce.unpublished')}
                </Badge>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}
