import type { listProgress } from '@lantern/contract/campus/assignments.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { Combobox } from '#kit/combobox.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useFound } from '#kit/use-found.ts'

export interface Learner {
  userId: string
  name: string
}

interface LearnerFieldProps {
  classId: string
  error: string | undefined
  /** Null while what is typed is nobody's name. */
  onPick: (learner: Learner | null) => void
}

/** One learner of a class, found by a part of the name. */
export function LearnerField({ classId, error, onPick }: LearnerFieldProps) {
  const t = useMessages()
  const [text, setText] = useState('')
  const q = text.trim()
  const found = useFound<Learner>(q, async () => {
    const query = q ? { q } : {}
    return (await call<typeof listProgress>('GET /api/campus/class/:classId/progress', { params: { classId }, query }))
      .rows
  })
  return (
    <Combobox<Learner>
      label={t('campus.learner')}
      placeholder={t('campus.search_people')}
      text={text}
      error={error}
      onText={(next) => {
        setText(next)
        onPick(null)
      }}
      options={found ?? []}
      waiting={found === null}
      keyOf={({ userId }) => userId}
      nameOf={({ name }) => name}
      onTake={(taken) => {
        setText(taken.name)
        onPick(taken)
      }}
    >
      {({ name }) => name}
    </Combobox>
  )
}
