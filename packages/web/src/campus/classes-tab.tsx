import type { Class, Organisation, saveClass } from '@lantern/contract/identity/organisations.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './campus.module.css'
import { FormDialog } from './form-dialog.tsx'
import { choiceAddress } from './organisation-address.ts'
import type { OrganisationPageProps } from './organisation-page.tsx'
import { useChange } from './use-change.ts'

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
          body: { classId: id, name, archived: !archived },
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
                  <PageLink to={choiceAddress(choice, { tab: 'people', classId: one.id, q: '', page: 0 })}>
                    {one.name}
                  </PageLink>{' '}
                  {one.archived && <Badge>{t('campus.class_away')}</Badge>}
                </th>
                <td className={endCell}>{one.memberCount}</td>
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
      {edited && (
        <ClassDialog
          organisation={organisation}
          edited={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

interface ClassDialogProps {
  organisation: Organisation
  /** Null: a new one. */
  edited: Class | null
  onClose: () => void
}

function ClassDialog({ organisation, edited, onClose }: ClassDialogProps) {
  const t = useMessages()
  const [name, setName] = useState(edited?.name ?? '')
  const change = useChange()
  const save = async () => {
    const body = { name: name.trim(), ...(edited && { classId: edited.id, archived: edited.archived }) }
    const done = await change.send(
      () =>
        call<typeof saveClass>('POST /api/campus/organisation/:id/class', { params: { id: organisation.id }, body }),
      t('campus.class_saved', { name: body.name }),
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title={edited ? t('campus.rename_of', { name: edited.name }) : t('campus.class_new')}
      submitLabel={t('campus.save')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={change.problemBeside('name')}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('campus.class_name')}
        data-autofocus
        maxLength={200}
        autoComplete="off"
        value={name}
        error={change.problemOf('name')}
        onChange={({ currentTarget }) => {
          change.forget()
          setName(currentTarget.value)
        }}
      />
    </FormDialog>
  )
}
