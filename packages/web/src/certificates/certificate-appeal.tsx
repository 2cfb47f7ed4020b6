import { mostAppealCharacters } from '@lantern/contract/certificates/certificate-rules.ts'
import type { Certificate } from '@lantern/contract/certificates/certificates.ts'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { AppealAnswer } from './appeal-act.ts'
import styles from './certificate.module.css'

interface CertificateAppealProps {
  certificate: Certificate
  answer: AppealAnswer | undefined
}

/** The holder's one appeal against a revocation, and the answer of somebody else than who revoked it. */
export function CertificateAppeal({ certificate, answer }: CertificateAppealProps) {
  const t = useMessages()
  const format = useFormat()
  const { appeal, isOwn, mayAppeal, mayAnswer } = certificate
  const done = answer?.done && (
    <Notice tone="good" live>
      {t(answer.act === 'appeal' ? 'community.appeal_sent' : 'certificates.appeal_answered')}
    </Notice>
  )
  if (!appeal && !mayAppeal) return done || null
  const kept = answer && !answer.done ? answer : undefined
  return (
    <>
      {done}
      <Panel as="section" id="appeal" className={styles.box} aria-labelledby="appeal-title">
        <h2 id="appeal-title">{t('community.appeal')}</h2>
        {appeal && (
          <>
            <p className="row">
              <time className="muted num" dateTime={appeal.time}>
                {format.dateTime(appeal.time)}
              </time>
              <Badge>{t(`community.appeal_state.${appeal.granted === null ? 'waiting' : 'kept'}`)}</Badge>
            </p>
            <p className={styles.typed}>
              {t(isOwn ? 'community.you_wrote' : 'certificates.holder_wrote', { text: appeal.content })}
            </p>
            {appeal.answer && <p className={styles.typed}>{t('certificates.was_answered', { text: appeal.answer })}</p>}
          </>
        )}
        {mayAppeal && <AppealForm kept={kept} />}
        {mayAnswer && <AnswerForm kept={kept} />}
      </Panel>
    </>
  )
}

function AppealForm({ kept }: { kept: AppealAnswer | undefined }) {
  const t = useMessages()
  const isSending = useIsSending()
  return (
    <TextForm act="appeal" label={t('certificates.appeal_label')} help={t('certificates.appeal_help')} kept={kept}>
      <Button type="submit" theme="primary" busy={isSending}>
        {t('community.appeal_send')}
      </Button>
    </TextForm>
  )
}

function AnswerForm({ kept }: { kept: AppealAnswer | undefined }) {
  const t = useMessages()
  const isSending = useIsSending()
  return (
    <TextForm act="answer" label={t('certificates.answer')} help={t('certificates.answer_help')} kept={kept}>
      <div className="row">
        <Button type="submit" name="granted" value="true" theme="primary" busy={isSending}>
          {t('certificates.grant_appeal')}
        </Button>
        <Button type="submit" name="granted" value="false" busy={isSending}>
          {t('community.reject_appeal')}
        </Button>
      </div>
    </TextForm>
  )
}

interface TextFormProps {
  act: AppealAnswer['act']
  label: string
  help: string
  /** What was refused, with what was typed. */
  kept: AppealAnswer | undefined
  /** The buttons that send it. */
  children: ReactNode
}

function TextForm({ act, label, help, kept, children }: TextFormProps) {
  return (
    <Form method="post" className={styles.form} preventScrollReset noValidate>
      <input type="hidden" name="act" value={act} />
      <TextArea
        name="text"
        label={label}
        help={help}
        limit={mostAppealCharacters}
        rows={4}
        defaultValue={kept?.typed}
        error={kept?.problem ?? undefined}
      />
      {children}
    </Form>
  )
}
