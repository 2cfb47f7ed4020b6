import type { CaseView } from '@lantern/contract/community/report-rules.ts'
import type { CaseFile as CaseFileData, listReports } from '@lantern/contract/community/reports.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { withParams } from '@lantern/contract/links.ts'
import { useMessages } from '#kit/messages.tsx'
import { Notice } from '#ui/notice.tsx'
import { CaseFile } from './case-file.tsx'
import { CaseQueue } from './case-queue.tsx'
import type { ModerationAnswer } from './moderation-act.ts'
import { ModerationTabs, moderationPath } from './moderation-layout.tsx'
import styles from './moderation-page.module.css'
import { Verdict } from './verdict.tsx'

export interface ModerationPageProps {
  view: CaseView
  list: ResponseOf<typeof listReports>
  file: CaseFileData | null
  /** The address names the case: on a phone it takes the place of the queue. */
  isChosen: boolean
  answer: ModerationAnswer | undefined
}

/** The queue by weight, the case that is open, and what can be decided about it. */
export function ModerationPage({ view, list, file, isChosen, answer }: ModerationPageProps) {
  const t = useMessages()
  const back = withParams(moderationPath, { status: view === 'open' ? null : view })
  const isMany = answer?.act.startsWith('many')
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <h1>{t('community.moderation')}</h1>
      <ModerationTabs current={view} waiting={list.waiting} />
      {answer?.done && (
        <Notice tone="good" live>
          {t(`community.did.${answer.act}`, { count: answer.count })}
        </Notice>
      )}
      {isMany && answer?.problem && (
        <Notice tone="bad" live>
          {answer.problem}
        </Notice>
      )}
      <div
        className={styles.columns}
        data-shows={isChosen ? 'case' : 'queue'}
        data-has-case={file !== null || undefined}
      >
        <section className={styles.queue} aria-label={t(`community.moderation_${view}`)}>
          <CaseQueue key={`${view} ${list.page}`} view={view} list={list} current={file?.entry.caseId ?? null} />
        </section>
        {file && (
          <>
            <CaseFile file={file} back={{ to: back, label: t(`community.moderation_${view}`) }} />
            <Verdict
              key={`${file.entry.caseId} ${file.entry.status}`}
              file={file}
              answer={isMany ? undefined : answer}
            />
          </>
        )}
      </div>
    </main>
  )
}
