import {
  type ReportReason,
  type ReportType,
  reportReasons,
  reportTextLength,
} from '@lantern/contract/community/report-rules.ts'
import type { ReportedReason, reportThing } from '@lantern/contract/community/reports.ts'
import { type FormEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toast.ts'
import { recordInteraction } from '../interaction.ts'
import styles from './report-dialog.module.css'

interface ReportDialogProps {
  target: { id: string; type: ReportType }
  /** Whose message or profile it is. */
  name: string
  onClose: () => void
  onReported: (reasons: ReportedReason[]) => void
}

const titles = {
  message: 'community.report_message_title',
  note: 'community.report_note_title',
  submission: 'community.report_submission_title',
  feedback: 'community.report_feedback_title',
  profile: 'community.report_person_title',
} as const

/** One of seven reasons, and words of the reporter's own. What was typed stays when the call fails. */
export function ReportDialog({ target, name, onClose, onReported }: ReportDialogProps) {
  const t = useMessages()
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [content, setContent] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (reason === null) return setProblem(t('community.report_choose'))
    setBusy(true)
    try {
      const body = { ...target, reasons: [{ type: reason, content: content.trim() }] }
      const { reportMap } = await call<typeof reportThing>('POST /api/learn/report', { body })
      if (target.type === 'message') recordInteraction('flagged', target)
      toast({ tone: 'good', text: t('community.report_sent') })
      onReported(reportMap[target.id] ?? body.reasons)
      onClose()
    } catch (error) {
      setProblem(failureText(error, t))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutside
      title={t(titles[target.type], { name })}
      closeLabel={t('community.close')}
      footer={
        <>
          <Button type="button" onClick={onClose}>
            {t('community.cancel')}
          </Button>
          <Button type="submit" form="report-form" theme="primary" busy={busy}>
            {t('community.report_send')}
          </Button>
        </>
      }
    >
      <form id="report-form" className={styles.form} onSubmit={send} noValidate>
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
        <fieldset className={styles.reasons}>
          <legend>{t('community.report_why')}</legend>
          {reportReasons.map((one) => (
            <label key={one} className={styles.reason}>
              <input type="radio" name="reason" value={one} checked={reason === one} onChange={() => setReason(one)} />
              <span>{t(`community.reason.${one}`)}</span>
            </label>
          ))}
        </fieldset>
        <TextArea
          label={t('community.report_more')}
          help={t('community.report_more_help')}
          limit={reportTextLength}
          rows={3}
          value={content}
          onValue={setContent}
        />
      </form>
    </Dialog>
  )
}
