import type { Assignment, openForPerson } from '@lantern/contract/campus/assignments.ts'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import type { Learner } from './learner-field.tsx'

/** Opens an assignment for a learner despite what it waits for, or lets it wait again. */
export function useOpening(classId: string) {
  const t = useMessages()
  const change = useChange()
  const set = ({ id, title }: Assignment, { userId, name }: Learner, isOpen: boolean) =>
    change.send(
      () =>
        call<typeof openForPerson>('POST /api/campus/class/:classId/assignment/:assignmentId/opening', {
          params: { classId, assignmentId: id },
          body: { userId, isOpen },
        }),
      t(isOpen ? 'campus.opened_for' : 'campus.waits_again', { title, name }),
    )
  return { ...change, set }
}
