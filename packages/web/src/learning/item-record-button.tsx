import { learnButton } from '@lantern/contract/learning/progress.ts'
import type { LearnerRecord, RecordsNow } from '@lantern/contract/learning/record-shapes.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSignedInAct } from '#kit/require-login.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { RecordButton } from './record-button.tsx'

type ItemRecordButtonProps = {
  item: { id: string; type: 'project' | 'course'; title: string; isFree: boolean }
  record: LearnerRecord | null
  versionId?: string | null
  courseId?: string
  /** The next item of the record, or the first one before it was started. */
  continueTo: string | null
  /** The page's own action, for a press before or without script. */
  formAction: string
  /** The records as they are after a press. */
  onRecords: (records: RecordsNow) => void
}

/** The record button of a project or course: its steps are items of their own, so going on leads to one of them. */
export function ItemRecordButton({
  item,
  record,
  versionId = null,
  courseId,
  continueTo,
  formAction,
  onRecords,
}: ItemRecordButtonProps) {
  const t = useMessages()
  const { premium: userPremium } = useSessionInActs()
  const [isBusy, setBusy] = useState(false)

  async function send(act: () => Promise<RecordsNow>) {
    setBusy(true)
    try {
      onRecords(await act())
    } catch (error) {
      toastFailure(error, t, t('learning.not_saved'))
    } finally {
      setBusy(false)
    }
  }

  const body = { id: item.id, type: item.type, userPremium }
  const start = useSignedInAct(`start ${item.id}`, () => {
    // a guest may find, signed in, that it was started long ago
    if (learnButton(record, versionId).kind !== 'start') return
    void send(() =>
      call<typeof import('@lantern/contract/learning/records.ts').startRecord>(
        'POST /api/learn/cn/record',
        { body: { ...body, courseId, versionId: versionId ?? undefined } },
        { keepalive: true },
      ),
    )
  })
  return (
    <RecordButton
      item={item}
      button={learnButton(record, versionId)}
      continueTo={continueTo}
      busy={isBusy}
      formAction={formAction}
      onStart={() => start()}
      onRestart={() =>
        send(() =>
          call<typeof import('@lantern/contract/learning/records.ts').restartRecord>(
            'POST /api/learn/cn/record/restart',
            { body: { ...body, versionId: versionId ?? undefined } },
            { keepalive: true },
          ),
        )
      }
    />
  )
}
