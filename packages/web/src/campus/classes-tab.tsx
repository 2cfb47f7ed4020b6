import type { Class, saveClass } from '@lantern/contract/identity/organisations.ts'
import { Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { endCell, Table } from '#ui/table.tsx'
import styles from './campus.module.css'
import { choiceAddress } from './organisation-address.ts'
import type { OrganisationPageProps } from './organisation-page.tsx'

const ClassDialog = lazyPart(async () => ({ default: (await import('./class-dialog.tsx')).ClassDialog }))

/** The classes of an organisation; each leads to the people in it. */
export function ClassesTab({ organisation, choice, classes }: OrganisationPageProps) {
  const t = useMessages()
  const [edited, setEdited] = useState<Class | 'new' | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const putAway = ({ id, name, archived }: Class) =>
    change.send(
      () =>
        call<typeof saveClass>('POST /api/campus/organisation/:id/class', {
          params: { id: organisation.id },
          body: { classId: id, archived: !archived },
        }),
      t(archived ? 'campus.class_taken_up' : 'campus.class_put_away', { name }),
    )
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <p className="muted small">{t('campus.classes_lead')}</p>
        <Button theme="primary" onClick={() => setEdited('new')}>
          {t('campus.class_new')}
        </Button>
      </div>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {classes.length === 0 ? (
        <EmptyState title={t('campus.no_classes')}>
          <p>{t('campus.no_classes_text')}</p>
        </EmptyState>
      ) : (
        <Table label={t('campus.classes')}>
          <thead>
            <tr>
              <th scope="col">{t('campus.class')}</th>
              <th scope="col" className={endCell}>
                {t('campus.people')}
              </th>
              <th scope="col">
                <span className="sr">{t('campus.acts')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {classes.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  {one.isOwn || organisation.role === 'admin' ? (
                    <TextLink to={`/campus/class/${one.id}`}>{one.name}</TextLink>
                  ) : (
                    one.name
                  )}{' '}
                  {one.archived && <Badge>{t('campus.class_away')}</Badge>}
                </th>
                <td className={endCell}>
                  <TextLink to={choiceAddress(choice, { tab: 'people', classId: one.id, q: '', page: 0 })}>
                    {t('campus.people_count', { count: one.memberCount })}
                  </TextLink>
                </td>
                <td className={endCell}>
                  <Button
                    size="s"
                    aria-label={t('campus.rename_of', { name: one.name })}
                    onClick={() => setEdited(one)}
                  >
                    {t('campus.rename')}
                  </Button>{' '}
                  <Button
                    size="s"
                    theme="quiet"
                    disabled={change.busy}
                    aria-label={t(one.archived ? 'campus.take_up_of' : 'campus.put_away_of', { name: one.name })}
                    onClick={() => void putAway(one)}
                  >
                    {t(one.archived ? 'campus.take_up' : 'campus.put_away')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Suspense>
        {edited && (
          <ClassDialog
            organisation={organisation}
            edited={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
