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

type Outcome = PackageReport['items'][number]['outcome']

/** What a package would do here, and then the doing. */
export default function ImportPackageDialog({ attachmentId, campus, onImported, onClose }: ImportPackageDialogProps) {
  const t = useMessages()
  const [report, setReport] = useState<PackageReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [publish, setPublish] = useState(false)
  const [copies, setCopies] = useState(false)
  const [busy, setBusy] = useState(false)

  const ask = useCallback(
    async (options: { dryRun?: boolean; publish?: boolean }) => {
      setProblem(null)
      try {
        const body = { attachmentId, ...options, ...(campus && { campus }), ...(copies && { copies }) }
        return await call<typeof importPackage>('POST /api/learn/creator/package/import', { body })
      } catch (error) {
        setProblem(failureText(error, t))
        return null
      }
    },
    [attachmentId, campus, copies, t],
  )
  const look = useCallback(async () => setReport(await ask({ dryRun: true })), [ask])
  useEffect(() => {
    void look()
  }, [look])

  const send = async () => {
    setBusy(true)
    const done = await ask({ publish })
    setBusy(false)
    if (!done) return
    setReport(done)
    if (done.problem) return
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
          <Button theme="primary" onClick={() => void look()}>
            {t('authoring.package.again')}
          </Button>
        ) : (
          report &&
          !report.problem && (
            <Button theme="primary" busy={busy} disabled={!isNew && !publish} onClick={() => void send()}>
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
                onChange={({ currentTarget }) => setCopies(currentTarget.checked)}
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
