import type { listSubmissionsOfPerson } from '@lantern/contract/community/submissions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { submissionLink, withParams } from '@lantern/contract/links.ts'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { useSession } from '#kit/session.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { SubmissionGrid } from './submission-card.tsx'

interface MySubmissionsProps {
  list: ResponseOf<typeof listSubmissionsOfPerson>
  personId: string
  tab: 'submissions' | 'collected_submissions'
}

/** What a person handed in, or what one collected of others, in a tab of my learning. */
export function MySubmissions({ list, personId, tab }: MySubmissionsProps) {
  const t = useMessages()
  const { user } = useSession()
  const pageWords = usePageWords()
  return (
    <section aria-label={t(`learning.tab_${tab}`)}>
      <SubmissionGrid
        list={list}
        withAuthors={tab === 'collected_submissions'}
        linkOf={({ id }) => submissionLink(id)}
        empty={
          list.total > 0 ? (
            <BeyondLastPage to={withParams(`/u/${personId}`, { tab })} />
          ) : (
            <EmptyState
              title={t(`community.none_in_${tab}`)}
              actions={
                user?.id === personId && (
                  <LinkButton theme="primary" to="/tutorials">
                    {t('learning.browse_tutorials')}
                  </LinkButton>
                )
              }
            >
              <p>{t(`community.none_in_${tab}_text`)}</p>
            </EmptyState>
          )
        }
      />
      <Pagination
        {...pageWords}
        page={list.page + 1}
        pageCount={Math.ceil(list.total / list.pageSize)}
        toOf={(number) => withParams(`/u/${personId}`, { tab, page: number > 1 ? String(number - 1) : null })}
      />
    </section>
  )
}
