import { mayGiveAway, organisationFor } from '@lantern/contract/authoring/rights.ts'
import type { PublicUser } from '@lantern/contract/catalog/items.ts'
import type { autocompleteUsers } from '@lantern/contract/search/searching.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { Combobox } from '#kit/combobox.tsx'
import { useMessages } from '#kit/messages.tsx'
import { authorOf, useSession } from '#kit/session.tsx'
import { useFound } from '#kit/use-found.ts'
import { Avatar } from '#ui/avatar.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import styles from './fields.module.css'

type PersonFieldProps = {
  label: string
  value: string
  onChange: (userId: string) => void
  onLeave?: () => void
  error?: string
}

/** The owner. An editor of the content of its language may choose another by name; others read it. */
export function PersonField({ label, value, onChange, onLeave, error }: PersonFieldProps) {
  const t = useMessages()
  const session = useSession()
  const { user } = session
  const { references, addReferences, campus } = useEditorTools()
  const { draft, forms } = useDraftState()
  const author = authorOf(session)
  const organisationId = draft ? draft.organisationId : author && organisationFor(author, { campus })
  const mayGive = author !== null && mayGiveAway(author, { language: forms.general.language, organisationId })
  const known = references.users[value]
  const name = known?.fullName ?? (user?.id === value ? user.fullName : t('authoring.unknown_entry'))
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.person}>
        <Avatar name={name} src={known?.avatar ?? null} />
        {name}
      </div>
      {mayGive && (
        <PersonSearch
          label={t('authoring.give_to')}
          error={error}
          onLeave={onLeave}
          onTake={({ id, fullName, avatar }) => {
            addReferences({ users: { [id]: { id, fullName, avatar } } })
            onChange(id)
          }}
        />
      )}
      {!mayGive && error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

interface PersonSearchProps {
  label: string
  onTake: (person: PublicUser) => void
  onLeave?: () => void
  error?: string
}

/** Finds a person of the site by their name. */
export function PersonSearch({ label, onTake, onLeave, error }: PersonSearchProps) {
  const t = useMessages()
  const [text, setText] = useState('')
  const people = usePeople(text.trim())
  return (
    <Combobox<PublicUser>
      label={label}
      error={error}
      placeholder={t('authoring.person_hint')}
      text={text}
      onText={setText}
      options={people}
      keyOf={({ id }) => id}
      nameOf={({ fullName }) => fullName}
      onTake={(person) => {
        setText('')
        onTake(person)
      }}
      onLeave={onLeave}
    >
      {({ fullName, avatar }) => (
        <>
          <Avatar name={fullName} src={avatar} />
          {fullName}
        </>
      )}
    </Combobox>
  )
}

function usePeople(text: string): readonly PublicUser[] {
  const found = useFound<PublicUser>(text || null, async () => {
    const answer = await call<typeof autocompleteUsers>('GET /api/learn/user/autocomplete', { query: { text } })
    return Object.values(answer.userMap)
  })
  return found ?? []
}
