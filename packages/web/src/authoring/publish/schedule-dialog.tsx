import type {
  cancelItemSchedule,
  ItemSchedule,
  listItemSchedule,
  scheduleItem,
} from '@lantern/contract/authoring/publishing.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useDeskState, useEditorDesk } from '../editor-shell/desk-context.tsx'
import { ScheduleForm } from './schedule-form.tsx'

/** What is to happen to the item by itself, and when. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { desk } = useEditorDesk()
  const { draft } = useDeskState()
  const [schedule, setSchedule] = useState<readonly ItemSchedule[]>([])
  const id = draft?.id
  useEffect(() => {
    if (id === undefined) return
    let dropped = false
    call<typeof listItemSchedule>('GET /api/learn/creator/draft/:id/schedule', { params: { id } }).then(
      (answer) => !dropped && setSchedule(answer.schedule),
      (error) => !dropped && toastFailure(error, t),
    )
    return () => {
      dropped = true
    }
  }, [id, t])
  if (id === undefined) return null
  return (
    <ScheduleForm
      schedule={schedule}
      explained={{ publish: t('authoring.schedule_publish_text'), unpublish: t('authoring.schedule_unpublish_text') }}
      onClose={onClose}
      onPlan={async (plan) => {
        if (!(await desk.flush())) return false
        const version = plan.action === 'publish' ? { version: desk.state().draft?.version } : {}
        const answer = await call<typeof scheduleItem>('POST /api/learn/creator/draft/:id/schedule', {
          params: { id },
          body: { ...plan, ...version },
        })
        setSchedule(answer.schedule)
        return true
      }}
      onCancel={async (scheduleId) => {
        const answer = await call<typeof cancelItemSchedule>('POST /api/learn/creator/draft/:id/schedule/cancel', {
          params: { id },
          body: { scheduleId },
        })
        setSchedule(answer.schedule)
      }}
    />
  )
}
