import type { raiseHand } from '@lantern/contract/campus/class-teaching.ts'
import { mostQuestionCharacters } from '@lantern/contract/campus/teaching-rules.ts'
import { useState } from 'react'
import { ApiError, call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { TextArea } from '#ui/text-area.tsx'

/** Raises a hand, with a question where one has words for it. */
export function HandDialog({ classId, onDone, onClose }: { classId: string; onDone: () => void; onClose: () => void }) {
  const t = useMessages()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function raise() {
    setBusy(true)
    setProblem(null)
    try {
      await call<typeof raiseHand>('POST /api/campus/class/:classId/teaching/hand', {
        params: { classId },
        body: { isUp: true, text },
      })
      onDone()
      onClose()
    } catch (error) {
      setProblem(error instanceof ApiError && error.code === 'not_found' ? t('kit.gone') : failureText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('campus.follow_raise')}
      submitLabel={t('campus.follow_raise')}
      cancelLabel={t('campus.cancel')}
      busy={busy}
      problem={problem}
      onSubmit={() => void raise()}
      onClose={onClose}
    >
      <TextArea
        label={t('campus.follow_question')}
        help={t('campus.follow_question_help')}
        data-autofocus
        rows={3}
        limit={mostQuestionCharacters}
        value={text}
        onValue={setText}
      />
    </FormDialog>
  )
}
