import type { listCertificatesOfPerson } from '@lantern/contract/certificates/certificates.ts'
import { type OrderView, orderViews } from '@lantern/contract/commerce/order-rules.ts'
import type { listMerchandiseOrders, listOrders } from '@lantern/contract/commerce/orders.ts'
import type { listNotes } from '@lantern/contract/community/notes.ts'
import type { listSubmissionsOfPerson } from '@lantern/contract/community/submissions.ts'
import type * as lists from '@lantern/contract/learning/my-learning.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { Fragment } from 'react'
import { data, redirect, useRevalidator } from 'react-router'
import { DueBlock } from '#campus/index.ts'
import { PageHead } from '#catalog/index.ts'
import { CertificateList } from '#certificates/index.ts'
import { Orders } from '#commerce/index.ts'
import { MyNotes, MySubmissions } from '#community/index.ts'
import { type Api, ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { readPageNumber } from '#kit/page-number.ts'
import { useSession } from '#kit/session.tsx'
import {
  isListTab,
  isOrderTab,
  isSubmissionTab,
  type LearningTab,
  type ListTab,
  learningTabs,
  MyLearning,
  type OrderTab,
  type SubmissionTab,
} from '#learning/index.ts'
import { blockByForm, FollowButton, followByForm, PersonMenu, readBlocked, readFollowed } from '#notifications/index.ts'
import type { Route } from './+types/my-learning.ts'
import { readDue } from './home-records.ts'
import { requireOwn } from './own-page.ts'

/** /u/{userId}: one's own learning, or another's as far as they show it; orders are one's own alone. */
export async function loader({ params: { userId }, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const tab = tabOf(url.searchParams.get('tab'))
  const page = readPageNumber(url.searchParams)
  const view = orderViews.find((one) => one === url.searchParams.get('status')) ?? null
  const k = url.searchParams.get('k')?.slice(0, 100) ?? ''
  const ownOnly = <T,>(answer: Promise<T>) => orElsewhere(answer, pageAddress(url))
  const [year, list, activity, notes, orders, submissions, followed, blocked, due, { results: certificates }] =
    await Promise.all([
      api.call<typeof lists.getStudyYear>('GET /api/learn/cn/record/year', { query: { userId } }),
      !isListTab(tab) ? null : readList(api, tab, { userId, page, pageSize: 12 }),
      tab === 'activity' && page === 0 ? readActivity(api, userId) : null,
      tab === 'notes'
        ? ownOnly(api.call<typeof listNotes>('GET /api/learn/cn/note/list', { query: { userId, k, page } }))
        : null,
      isOrderTab(tab) ? ownOnly(readOrders(api, tab, { userId, page, ...(view && { status: view }) })) : null,
      isSubmissionTab(tab) ? readSubmissions(api, tab, { userId, page, here: pageAddress(url) }) : null,
      readFollowed(api.call, { type: 'person', id: userId }),
      readBlocked(api.call, userId),
      tab === 'activity' ? readDue(api) : null,
      api.call<typeof listCertificatesOfPerson>('GET /api/learn/cn/certificate/person', { query: { userId } }),
    ])
  // the account was merged: its page is that of the one that was kept
  if (year.person.id !== userId) throw redirect(`/u/${year.person.id}${url.search}`)
  return { year, tab, list, activity, notes, k, orders, view, submissions, followed, blocked, due, certificates }
}

/** Following and blocking the person, before and without script. */
export async function action({ params: { userId }, request, url, context }: Route.ActionArgs) {
  const here = pageAddress(url)
  try {
    const [{ call }, form] = [apiOf(context), await request.formData()]
    await (form.get('act') === 'block'
      ? blockByForm(call, userId, form)
      : followByForm(call, { type: 'person', id: userId }, form))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    throw error
  }
  return redirect(here)
}

export default function MyLearningPage({
  loaderData: { notes, k, orders, view, submissions, followed, blocked, due, certificates, ...learning },
}: Route.ComponentProps) {
  const t = useMessages()
  const { user } = useSession()
  const { person } = learning.year
  const { revalidate } = useRevalidator()
  // one ends the other
  const refresh = () => void revalidate()
  return (
    <main id="main" className="wrap">
      <PageHead title={user?.id === person.id ? t('learning.mine') : t('learning.of_person', { name: person.name })} />
      <MyLearning
        {...learning}
        certificateCount={certificates.length}
        due={user?.id === person.id && due && due.results.length > 0 && <DueBlock due={due.results} />}
        acts={
          // the page of another person under the same route begins anew
          <Fragment key={person.id}>
            <FollowButton
              type="person"
              id={person.id}
              followed={followed}
              formAction={`/u/${person.id}`}
              onChange={refresh}
            />
            <PersonMenu person={person} blocked={blocked} formAction={`/u/${person.id}`} onChange={refresh} />
          </Fragment>
        }
      >
        {submissions && isSubmissionTab(learning.tab) && (
          <MySubmissions list={submissions} personId={person.id} tab={learning.tab} />
        )}
        {learning.tab === 'certificates' && (
          <CertificateList certificates={certificates} isOwn={user?.id === person.id} />
        )}
        {notes && <MyNotes list={notes} personId={person.id} k={k} />}
        {orders && isOrderTab(learning.tab) && (
          <Orders orders={orders} personId={person.id} tab={learning.tab} view={view} />
        )}
      </MyLearning>
    </main>
  )
}

function tabOf(text: string | null): LearningTab {
  return learningTabs.find((tab) => tab === text) ?? 'activity'
}

async function readList({ call }: Api, tab: ListTab, query: { userId: string; page: number; pageSize: number }) {
  switch (tab) {
    case 'activity':
      return call<typeof lists.listRecords>('GET /api/learn/cn/record/list', { query: { ...query, completed: false } })
    case 'completed':
      return call<typeof lists.listRecords>('GET /api/learn/cn/record/list', { query: { ...query, completed: true } })
    case 'collected':
      return call<typeof lists.listCollections>('GET /api/learn/cn/collect/list', { query })
    case 'created':
      return call<typeof lists.listCreated>('GET /api/learn/cn/created/list', { query })
    case 'purchased':
      return call<typeof lists.listPurchased>('GET /api/learn/cn/purchased/list', { query })
  }
}

/** The latest completions and what happened last, below what is in progress. */
async function readActivity({ call }: Api, userId: string) {
  const completed = await call<typeof lists.listRecords>('GET /api/learn/cn/record/list', {
    query: { userId, completed: true, page: 0, pageSize: 4 },
  })
  return { completed, acts: completed.dynamic }
}

/** Those of another as far as the visitor sees them; collected ones are the visitor's own. */
async function readSubmissions(api: Api, tab: SubmissionTab, query: { userId: string; page: number; here: string }) {
  const { userId, page, here } = query
  const collected = tab === 'collected_submissions'
  if (collected) await requireOwn(api, userId, here)
  return api.call<typeof listSubmissionsOfPerson>('GET /api/learn/submission/person', {
    query: collected ? { collected, page } : { userId, page },
  })
}

function readOrders(
  { call }: Api,
  tab: OrderTab,
  { status, ...query }: { userId: string; page: number; status?: OrderView },
) {
  if (tab === 'orders') {
    return call<typeof listOrders>('GET /api/learn/cn/order/list', { query: { ...query, ...(status && { status }) } })
  }
  return call<typeof listMerchandiseOrders>('GET /api/learn/cn/order/periphery/list', { query })
}

/** What is a person's own alone: a guest signs in first, and for another it does not exist. */
async function orElsewhere<T>(answer: Promise<T>, here: string): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(here))
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}
