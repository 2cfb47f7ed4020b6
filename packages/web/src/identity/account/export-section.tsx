import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getAccountSafety } from '@lantern/contract/identity/account-safety.ts'
import { type FormEvent, useEffect } from 'react'
import { Form, useRevalidator, useSubmit } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useGuard } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { DownloadIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './account-safety.module.css'
import type { SafetyAnswer } from './account-safety-act.ts'
import { SafetyRow } from './safety-row.tsx'

interface ExportSectionProps {
  latest: ResponseOf<typeof getAccountSafety>['export']
  here: string
  answer: SafetyAnswer | undefined
}

const lookAgainMs = 2_500

/** One's own data as a file: asked for, being made, there, or failed. */
export function ExportSection({ latest, here, answer }: ExportSectionProps) {
  const t = useMessages()
  const format = useFormat()
  const guard = useGuard()
  const submit = useSubmit()
  const isWorking = latest !== null && latest.readyAt === null && latest.failedAt === null
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isWorking || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), lookAgainMs)
    return () => clearTimeout(timer)
  }, [isWorking, state, revalidate])
  const problem = answer?.part === 'export' ? answer.problem : null
  const ask = (event: FormEvent) => {
    event.preventDefault()
    guard(['tfa'], () => submit({ intent: 'export' }, { method: 'post', action: here, preventScrollReset: true }))
  }

  return (
    <SafetyRow
      id="safety-export"
      title={t('identity.export')}
      acts={
        <>
          {latest?.readyAt && (
            <LinkButton
              to={`/api/learn/cn/account/export/${latest.id}`}
              leaves
              theme="primary"
              icon={<DownloadIcon className="icon-s" />}
            >
              {t('identity.export_download', { size: format.fileSize(latest.byteSize ?? 0) })}
            </LinkButton>
          )}
          {!latest?.readyAt && (
            <Form method="post" action={here} preventScrollReset onSubmit={ask}>
              <Button type="submit" name="intent" value="export" busy={isWorking}>
                {t('identity.export_ask')}
              </Button>
            </Form>
          )}
        </>
      }
    >
      <p>{t('identity.export_lead')}</p>
      <div role="status">
        {isWorking && t('identity.export_working')}
        {latest?.readyAt && t('identity.export_ready', { date: format.dateTime(latest.expiresAt) })}
        {latest?.failedAt && t('identity.export_failed')}
      </div>
      {problem && (
        <Notice tone="bad" live className={styles.notice}>
          {problem}
        </Notice>
      )}
    </SafetyRow>
  )
}
