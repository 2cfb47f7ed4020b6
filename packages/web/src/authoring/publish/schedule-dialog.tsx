import type { cancelItemSchedule, listItemSchedule, scheduleItem } from '@lantern/contract/authoring/publishing.ts'
import type { Schedule } from '@lantern/contract/documents.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { ScheduleDialog } from '#kit/documents/schedule-dialog.tsx'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'

/** What is to happen to the item by itself, and when. */
export function ItemScheduleDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { draftEditor } = useEditorTools()
  const { draft } = useDraftState()
  const [schedule, setSchedule] = useState<readonly Schedule[]>([])
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
    <ScheduleDialog
      editor={draftEditor}
      schedule={schedule}
      explained={{ publish: t('authoring.schedule_publish_text'), unpublish: t('authoring.schedule_unpublish_text') }}
      onClose={onClose}
      onPlan={async (body) => {
        const answer = await call<typeof scheduleItem>('POST /api/learn/creator/draft/:id/schedule', {
          params: { id },
          body,
        })
        setSchedule(answer.schedule)
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
