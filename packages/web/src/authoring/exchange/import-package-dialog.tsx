import type { importPackage, PackageReport } from '@lantern/contract/authoring/exchange.ts'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import styles from './package-dialogs.module.css'

interface ImportPackageDialogProps {
  attachmentId: string
  /** What is new belongs to the campus. */
  campus: boolean
  onImported: () => void
  onClose: () => void
}

/** To what was asked for last, or before; one of both. */
interface Answer {
  asked: { copies: boolean }
  report?: PackageReport
  problem?: string
}

type Outcome = PackageReport['items'][number]['outcome']

/** What a package would do here, and then the doing. */
export default function ImportPackageDialog({ attachmentId, campus, onImported, onClose }: ImportPackageDialogProps) {
  const t = useMessages()
  const [asked, setAsked] = useState({ copies: false })
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [publish, setPublish] = useState(false)
  const [busy, setBusy] = useState(false)
  const { copies } = asked
  const { report = null, problem = null } = answer ?? {}

  const ask = useCallback(
    async (options: { dryRun?: boolean; publish?: boolean }): Promise<Answer> => {
      try {
        const body = { attachmentId, ...options, ...(campus && { campus }), ...(asked.copies && { copies: true }) }
        return { asked, report: await call<typeof importPackage>('POST /api/learn/creator/package/import', { body }) }
      } catch (error) {
        return { asked, problem: failureText(error, t) }
      }
    },
    [attachmentId, campus, asked, t],
  )
  useEffect(() => {
    let isWanted = true
    ask({ dryRun: true }).then((looked) => {
      if (isWanted) setAnswer(looked)
    })
    // what it would do otherwise is no answer to what is asked now
    return () => {
      isWanted = false
    }
  }, [ask])

  const send = async () => {
    setBusy(true)
    const sent = await ask({ publish })
    setBusy(false)
    setAnswer(sent)
    const done = sent.report
    if (!done || done.problem) return
    const written = done.items.filter(({ outcome }) => outcome !== 'unchanged').length
    toast({ tone: 'good', text: t('authoring.package.done', { count: written }) })
    onImported()
    onClose()
  }
  const words = problem ?? report?.problem?.message ?? null
  const isNew = report?.items.some(({ outcome }) => outcome === 'created' || outcome === 'updated') ?? false
  return (
    <Dialog
      open
      title={t('authoring.package.title')}
      closeLabel={t('kit.close')}
      locked={busy}
      onClose={onClose}
      footer={
        problem ? (
          <Button theme="primary" busy={answer?.asked !== asked} onClick={() => setAsked({ ...asked })}>
            {t('authoring.package.again')}
          </Button>
        ) : (
          report &&
          !report.problem && (
            <Button
              theme="primary"
              busy={busy || answer?.asked !== asked}
              disabled={!isNew && !publish}
              onClick={() => void send()}
            >
              {t('authoring.package.do')}
            </Button>
          )
        )
      }
    >
      <div className={styles.body}>
        {words && (
          <Notice tone="bad" live>
            {words}
          </Notice>
        )}
        {!report && !words && <p role="status">{t('authoring.package.reading')}</p>}
        {report && report.items.length > 0 && (
          <>
            {!report.problem && (
              <p className="muted small">{t(isNew ? 'authoring.package.lead' : 'authoring.package.nothing')}</p>
            )}
            <ul className={styles.items}>
              {report.items.map(({ id, title, outcome, notes }) => (
                <li key={id}>
                  <span className={styles.title}>{title}</span>
                  <Badge tone={tones[outcome]}>{t(outcomeWords[outcome])}</Badge>
                  {notes.length > 0 && <p>{notes.map(({ message }) => message).join(' ')}</p>}
                </li>
              ))}
            </ul>
            <p className="muted small">
              {t('authoring.package.media', { stored: report.mediaStored, known: report.mediaKnown })}
            </p>
            {(copies || report.problem) && (
              <Checkbox
                checked={copies}
                aria-describedby="package-copies-hint"
                onChange={({ currentTarget }) => setAsked({ copies: currentTarget.checked })}
              >
                {t('authoring.package.copies')}
              </Checkbox>
            )}
            {(copies || report.problem) && (
              <p id="package-copies-hint" className="muted small">
                {t('authoring.package.copies_hint')}
              </p>
            )}
            {!report.problem && (
              <Checkbox checked={publish} onChange={({ currentTarget }) => setPublish(currentTarget.checked)}>
                {t('authoring.package.publish')}
              </Checkbox>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

const outcomeWords: Record<Outcome, MessageKey> = {
  created: 'authoring.package.created',
  updated: 'authoring.package.updated',
  unchanged: 'authoring.package.unchanged',
  refused: 'authoring.package.refused',
}

const tones: Record<Outcome, BadgeTone> = { created: 'good', updated: 'accent', unchanged: 'plain', refused: 'bad' }
