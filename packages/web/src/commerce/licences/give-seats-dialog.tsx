import type { giveSeats, Licence } from '@lantern/contract/commerce/licences.ts'
import type { Class, listMembers, Member, Organisation } from '@lantern/contract/identity/organisations.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { Combobox } from '#kit/combobox.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { useFound } from '#kit/use-found.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Select } from '#ui/text-field.tsx'
import styles from './licences.module.css'

interface GiveSeatsDialogProps {
  organisation: Organisation
  licence: Licence
  classes: readonly Class[]
  onClose: () => void
}

/** Seats for the learners of a class, or for one member. */
export function GiveSeatsDialog({ organisation, licence, classes, onClose }: GiveSeatsDialogProps) {
  const t = useMessages()
  const format = useFormat()
  const change = useChange()
  const open = classes.filter(({ archived }) => !archived)
  const [whom, setWhom] = useState<'class' | 'person'>(open.length > 0 ? 'class' : 'person')
  const [classId, setClassId] = useState(open[0]?.id ?? '')
  const [text, setText] = useState('')
  const [member, setMember] = useState<Pick<Member, 'userId' | 'name'> | null>(null)
  const isChosen = whom === 'class' ? classId !== '' : member !== null && member.name === text
  const left = licence.seats - licence.taken
  const give = async () => {
    if (!isChosen) return
    const done = await change.send(
      () =>
        call<typeof giveSeats>('POST /api/campus/organisation/:id/licence/:licenceId/seat', {
          params: { id: organisation.id, licenceId: licence.id },
          body: whom === 'class' ? { classId } : { userIds: [member?.userId ?? ''] },
        }),
      t('commerce.licences.given'),
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title={t('commerce.licences.give_of', { title: licence.item.title })}
      submitLabel={t('commerce.licences.give')}
      cancelLabel={t('documents.cancel')}
      busy={change.busy}
      problem={change.problemBeside()}
      onSubmit={() => void give()}
      onClose={onClose}
    >
      <p className="muted small">{t('commerce.licences.left', { count: left, number: format.number(left) })}</p>
      {open.length > 0 && (
        <SegmentedControl
          label={t('commerce.staff_person')}
          value={whom}
          options={[
            { value: 'class', label: t('commerce.licences.to_class') },
            { value: 'person', label: t('commerce.licences.to_person') },
          ]}
          onValue={(next) => {
            change.forget()
            setWhom(next)
          }}
        />
      )}
      {whom === 'class' ? (
        <Select
          label={t('campus.class')}
          help={t('commerce.licences.class_help')}
          value={classId}
          onChange={({ currentTarget }) => {
            change.forget()
            setClassId(currentTarget.value)
          }}
        >
          {open.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <FindMember
          organisationId={organisation.id}
          text={text}
          onText={(next) => {
            change.forget()
            setText(next)
          }}
          onTake={(taken) => {
            setMember(taken)
            setText(taken.name)
          }}
        />
      )}
    </FormDialog>
  )
}

interface FindMemberProps {
  organisationId: string
  text: string
  onText: (text: string) => void
  onTake: (member: Member) => void
}

function FindMember({ organisationId, text, onText, onTake }: FindMemberProps) {
  const t = useMessages()
  const q = text.trim()
  const found = useFound<Member>(q, async () => {
    const answer = await call<typeof listMembers>('GET /api/campus/organisation/:id/member/list', {
      params: { id: organisationId },
      query: q ? { q } : {},
    })
    return answer.members
  })
  return (
    <Combobox<Member>
      label={t('commerce.licences.member')}
      placeholder={t('campus.search_people')}
      text={text}
      onText={onText}
      options={found ?? []}
      waiting={found === null}
      keyOf={({ userId }) => userId}
      nameOf={({ name }) => name}
      onTake={onTake}
    >
      {({ name }) => <span className={styles.name}>{name}</span>}
    </Combobox>
  )
}
