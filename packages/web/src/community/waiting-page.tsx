import type { listWaiting } from '@lantern/contract/community/waiting.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { withParams } from '@lantern/contract/links.ts'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Panel } from '#ui/panel.tsx'
import { channelAddress } from './channel-address.ts'
import styles from './discussion.module.css'
import { MessageRow } from './message-row.tsx'

interface WaitingPageProps {
  list: ResponseOf<typeof listWaiting>
}

/** Questions about one's own items that nobody has answered. Each leads to its place in the channel. */
export function WaitingPage({ list: { results, userMap, page, pageSize, total } }: WaitingPageProps) {
  const t = useMessages()
  const pageWords = usePageWords()
  return (
    <main id="main" className="wrap page-stack">
      <header>
        <h1>{t('community.unanswered')}</h1>
        <p className="muted">{t('community.unanswered_lead', { count: total })}</p>
      </header>
      {results.length === 0 && total > 0 ? (
        <BeyondLastPage to="/messages/waiting" />
      ) : results.length === 0 ? (
        <EmptyState title={t('community.unanswered_none')}>
          <p>{t('community.unanswered_none_text')}</p>
        </EmptyState>
      ) : (
        <div className={styles.discussion}>
          {results.map(({ question, content, step }) => (
            <Panel key={question.id} padded={false} className={styles.thread}>
              <MessageRow
                message={question}
                author={question.authorId ? userMap[question.authorId] : undefined}
                place={
                  <span className="muted clip-1" lang={content.language}>
                    {step === null ? content.title : `${content.title} · ${step}`}
                  </span>
                }
                isAnswer={false}
                isNew={false}
                acts={
                  <LinkButton
                    theme="quiet"
                    size="s"
                    to={`${withParams(channelAddress(question.channelId), { messageId: question.id, reply: question.id })}#m-${question.id}`}
                  >
                    {t('community.reply')}
                  </LinkButton>
                }
              />
            </Panel>
          ))}
        </div>
      )}
      <Pagination
        {...pageWords}
        page={page + 1}
        pageCount={Math.ceil(total / pageSize)}
        toOf={(number) => withParams('/messages/waiting', { page: number > 1 ? String(number - 1) : null })}
      />
    </main>
  )
}
