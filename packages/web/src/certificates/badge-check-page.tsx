import type { BadgeFinding, CheckedBadge, checkBadge } from '@lantern/contract/certificates/badges.ts'
import { mostBadgeBytes } from '@lantern/contract/certificates/certificate-rules.ts'
import { type FormEvent, useState } from 'react'
import { PageHead } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import type { Call } from '#kit/request.ts'
import { Button } from '#ui/button.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { CheckIcon, CircleAlertIcon, CircleHelpIcon, ShieldCheckIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toast.ts'
import styles from './badge-check.module.css'

/** The same as a form posts it without script. */
export function checkPostedBadge(send: Call, form: FormData): Promise<CheckedBadge> {
  return ask(send, { file: String(form.get('badge') ?? '') })
}

/** Checks a badge file that somebody brings, of this site or of another. */
export function BadgeCheckPage({ answer }: { answer: CheckedBadge | undefined }) {
  const t = useMessages()
  const [checked, setChecked] = useState<CheckedBadge>()
  const [busy, setBusy] = useState(false)
  const check = async (read: () => Promise<{ file: string; isPicture?: boolean }>) => {
    setBusy(true)
    try {
      setChecked(await ask(call, await read()))
    } catch (error) {
      toastFailure(error, t)
    }
    setBusy(false)
  }
  const checkFile = (file: File) => {
    if (file.size > mostBadgeBytes) return toast({ tone: 'bad', text: t('certificates.check_too_large') })
    void check(() => contentsOf(file))
  }
  const checkText = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('badge') ?? '').trim()
    if (text) void check(() => Promise.resolve({ file: text }))
  }
  const shown = checked ?? answer
  return (
    <main id="main" className="wrap">
      <PageHead title={t('certificates.check_badge')} hidden />
      <div className="page-stack">
        <header className={styles.head}>
          <h1>{t('certificates.check_badge')}</h1>
          <p className="muted">{t('certificates.check_lead')}</p>
        </header>
        <div className={styles.columns}>
          <Panel as="section" className={styles.box} aria-label={t('certificates.check_badge')}>
            <FileDrop
              label={t('certificates.check_file')}
              help={t('certificates.check_file_help')}
              accept=".json,.jwt,.txt,.png,.svg,.jsonld"
              busy={busy}
              onFile={checkFile}
            />
            <form method="post" className={styles.form} onSubmit={checkText}>
              <TextArea label={t('certificates.check_text')} name="badge" rows={6} spellCheck={false} required />
              <Button type="submit" busy={busy}>
                {t('certificates.check_now')}
              </Button>
            </form>
          </Panel>
          <div aria-live="polite">{shown && <Result checked={shown} />}</div>
        </div>
      </div>
    </main>
  )
}

const looks = {
  valid: { look: styles.good, sign: <ShieldCheckIcon /> },
  unproven: { look: styles.unproven, sign: <CircleHelpIcon /> },
  refused: { look: styles.bad, sign: <CircleAlertIcon /> },
}

function Result({ checked: { verdict, findings, badge, number } }: { checked: CheckedBadge }) {
  const t = useMessages()
  const format = useFormat()
  const { look, sign } = looks[verdict]
  return (
    <Panel as="section" className={styles.box} aria-label={t('certificates.check')}>
      <div className={look}>
        {sign}
        <h2>{t(`certificates.verdict_${verdict}`)}</h2>
      </div>
      {badge && (
        <dl className={styles.facts}>
          <dt>{t('certificates.badge_name')}</dt>
          <dd>{badge.name}</dd>
          <dt>{t('certificates.holder')}</dt>
          <dd>{badge.holder ?? t('certificates.no_name_in_it')}</dd>
          <dt>{t('certificates.issuer')}</dt>
          <dd>{badge.issuer}</dd>
          {badge.issuedAt && (
            <>
              <dt>{t('certificates.issued')}</dt>
              <dd>{format.date(badge.issuedAt)}</dd>
            </>
          )}
        </dl>
      )}
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <Finding key={finding.reason} {...finding} />
        ))}
      </ul>
      {number && <TextLink to={`/certificate/${number}`}>{t('certificates.see_certificate', { number })}</TextLink>}
    </Panel>
  )
}

const signs = { right: <CheckIcon />, wrong: <CircleAlertIcon />, unknown: <CircleHelpIcon /> }

function Finding({ reason, outcome }: BadgeFinding) {
  const t = useMessages()
  return (
    <li className={styles[outcome]}>
      {signs[outcome]}
      <span>{t(`certificates.${reason}`)}</span>
    </li>
  )
}

function ask(send: Call, body: { file: string; isPicture?: boolean }): Promise<CheckedBadge> {
  return send<typeof checkBadge>('POST /api/learn/cn/badge/check', { body })
}

async function contentsOf(file: File): Promise<{ file: string; isPicture?: boolean }> {
  if (file.type !== 'image/png') return { file: (await file.text()) || ' ' }
  return { file: new Uint8Array(await file.arrayBuffer()).toBase64(), isPicture: true }
}
