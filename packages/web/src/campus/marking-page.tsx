import type { getAnswerToMark, listToMark } from '@lantern/contract/campus/marking.ts'
import type { MarkState } from '@lantern/contract/campus/marking-rules.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Panel } from '#ui/panel.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { TextArea } from '#ui/text-area.tsx'
import styles from './marking.module.css'
import type { MarkAnswer } from './marking-act.ts'
import { markingAddress } from './marking-address.ts'
import { MarkingForm } from './marking-form.tsx'

interface MarkingPageProps {
  state: MarkState
  list: ResponseOf<typeof listToMark>
  /** The answer that the address names. */
  answer: ResponseOf<typeof getAnswerToMark> | null
  /** The address names an answer that is not there, or not for the viewer. */
  isGone: boolean
  sent: MarkAnswer | undefined
}

/** What the viewer marks: one list over all quizzes and classes, and one answer at a time. */
export function MarkingPage({ state, list, answer, isGone, sent }: MarkingPageProps) {
  const t = useMessages()
  const format = useFormat()
  const pageWords = usePageWords()
  const typed = sent && 'problem' in sent ? sent.typed.comment : ''
  const { results, counts, page, pageSize, total } = list
  return (
    <main id="main" className="wrap page-stack">
      <header>
        <h1>{t('campus.marking')}</h1>
        <p className="muted">{t('campus.marking_lead')}</p>
      </header>
      {isGone && (
        <Notice tone="warn" live>
          {t('campus.marking_gone')}
        </Notice>
      )}
      {isGone && typed && <TextArea label={t('campus.marking_comment')} rows={4} readOnly defaultValue={typed} />}
      {answer ? (
        <MarkingForm answer={answer} state={state} sent={sent} />
      ) : (
        <>
          <LinkTabs
            label={t('campus.marking')}
            tabs={(['waiting', 'marked'] as const).map((one) => ({
              to: markingAddress(one),
              label: t(`campus.marking_${one}`),
              count: counts[one],
              current: state === one,
            }))}
          />
          {results.length === 0 && total > 0 ? (
            <BeyondLastPage to={markingAddress(state)} />
          ) : results.length === 0 ? (
            <EmptyState
              title={t(state === 'waiting' ? 'campus.marking_none' : 'campus.marking_none_marked')}
              actions={<LinkButton to="/campus/organisation">{t('campus.organisations')}</LinkButton>}
            >
              <p>{t('campus.marking_none_text')}</p>
            </EmptyState>
          ) : (
            <Panel padded={false}>
              <ul>
                {results.map((one) => (
                  <li key={`${one.userId} ${one.quizId} ${one.number} ${one.questionId}`} className={styles.row}>
                    <div className="grow">
                      <TextLink to={markingAddress(state, one)}>
                        {t('campus.marking_of', { name: one.learnerName, n: one.question })}
                      </TextLink>
                      <p className="small muted" lang={one.language}>
                        {one.quizTitle}
                      </p>
                    </div>
                    {one.given !== null && (
                      <span className="num">{t('campus.marking_given', { given: one.given, points: one.points })}</span>
                    )}
                    <span className="small muted num">{format.dateTime(one.submittedAt)}</span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          <Pagination
            {...pageWords}
            page={page + 1}
            pageCount={Math.ceil(total / pageSize)}
            toOf={(number) => markingAddress(state, null, number)}
          />
        </>
      )}
    </main>
  )
}
