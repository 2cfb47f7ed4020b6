import type { getCourse, getProject } from '@lantern/contract/catalog/details.ts'
import { versionedLink } from '@lantern/contract/catalog/item-links.ts'
import { isFree } from '@lantern/contract/catalog/item-types.ts'
import type { Breadcrumb, Item } from '@lantern/contract/catalog/items.ts'
import type { listGateways } from '@lantern/contract/commerce/payments.ts'
import type { RecordMap, RecordsNow } from '@lantern/contract/learning/record-shapes.ts'
import type { getRecord, startRecord } from '@lantern/contract/learning/records.ts'
import type { LinkContext } from '@lantern/contract/links.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { redirect, useLoaderData } from 'react-router'
import { useTimeSpent } from '#analytics/index.ts'
import { AuthorBar } from '#authoring/index.ts'
import { CourseTeaching } from '#campus/index.ts'
import { ItemDetail, minutesOf } from '#catalog/index.ts'
import { BuyButton, useFollowedRights } from '#commerce/index.ts'
import { ItemDiscussion, ItemLike, likeByForm } from '#community/index.ts'
import { type Api, ApiError, apiOf } from '#kit/api.ts'
import { call } from '#kit/call.ts'
import { useLocale } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { useSession, useSessionInActs } from '#kit/session.tsx'
import { Personal, useOwn } from '#kit/visit.tsx'
import {
  afterSignIn,
  CollectButton,
  contentNodes,
  FirstCompletions,
  ItemRecordButton,
  OutlineTree,
  readVersion,
  recordAct,
  useCompletions,
} from '#learning/index.ts'
import { FollowButton, followByForm, readFollowed } from '#notifications/index.ts'
import type { Route } from './+types/detail.ts'
import { atItsAddress } from './item-address.ts'
import { readAsAsked } from './preview.ts'

/** /project/{slug} and /course/{slug}, and both under /campus/. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const query = queryOf(url)
  const { page, preview } = await readAsAsked(url, (edit) =>
    readPage(api, typeOf(url), params.slug, { ...query, edit }),
  )
  atItsAddress(url, page.item)
  const { collected, liked, bought, ...shown } = page
  const { item } = page
  const storeUrl =
    item.withPay && !item.readable
      ? (await api.call<typeof listGateways>('GET /api/learn/cn/payment/gateways')).storeUrl
      : null
  const [{ recordMap }, followed] = await Promise.all([
    readRecords(api, page.item.id, query),
    readFollowed(api.call, { type: typeOf(url), id: page.item.id }),
  ])
  const { id, statsMap, learnedPrerequisites } = page.item
  const collectCount = statsMap[id]?.collectCount ?? 0
  const likeCount = statsMap[id]?.likeCount ?? 0
  const own: OwnOfDetail = {
    ...{ collected, collectCount, liked, likeCount, bought, recordMap, learnedPrerequisites, followed },
  }
  return {
    ...shown,
    own,
    storeUrl,
    preview,
    query,
    start: url.searchParams.get('start') === 'true',
    here: pageAddress(url),
  }
}

/** The acts of the page as plain forms, for a press before or without script. */
export async function action({ params, request, url, context }: Route.ActionArgs) {
  const api = apiOf(context)
  const here = pageAddress(url)
  const type = typeOf(url)
  const form = await request.formData()
  try {
    const { uv, ...parents } = queryOf(url)
    const { item, versions } = await readPage(api, type, params.slug, { uv })
    if (form.get('act') === 'follow') await followByForm(api.call, { type, id: item.id }, form)
    else if (form.get('act') === 'like') await likeByForm(api, form)
    else
      await recordAct(api.call, { id: item.id, type }, form, {
        ...parents,
        versionId: readVersion(item, uv, versions),
      })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(afterSignIn(here, form)))
    throw error
  }
  return redirect(here)
}

function typeOf({ pathname }: URL): 'project' | 'course' {
  return /^(\/campus)?\/project\//.test(pathname) ? 'project' : 'course'
}

function queryOf({ searchParams }: URL): Query {
  return {
    uv: searchParams.get('uv') ?? undefined,
    projectId: searchParams.get('projectId') ?? undefined,
    courseId: searchParams.get('courseId') ?? undefined,
  }
}

interface Query {
  uv?: string
  projectId?: string
  courseId?: string
}

async function readPage({ call }: Api, type: 'project' | 'course', id: string, query: Query & { edit?: true }) {
  if (type === 'project') {
    const { projectData, ...around } = await call<typeof getProject>('GET /api/learn/project/:id/extends', {
      params: { id },
      query,
    })
    return pageOf(projectData, around)
  }
  const { courseData, ...around } = await call<typeof getCourse>('GET /api/learn/course/:id/extends', {
    params: { id },
    query,
  })
  return pageOf(courseData, around)
}

interface Around {
  collectMap: Record<string, boolean>
  likeMap: Record<string, boolean>
  boughtMap: Record<string, boolean>
  breadcrumb: Breadcrumb
  versions: string[]
}

function pageOf(item: Item, { collectMap, likeMap, boughtMap, breadcrumb, versions }: Around) {
  return {
    // the page shows no text of steps: what is not shown is not sent
    item: { ...item, sections: [] },
    breadcrumb,
    collected: collectMap[item.id] ?? false,
    liked: likeMap[item.id] ?? false,
    bought: boughtMap[item.id] ?? false,
    versions,
  }
}

/** A guest has no records; that is no failure of the page. */
async function readRecords(
  { call }: Api,
  id: string,
  { projectId, courseId }: Query,
): Promise<{ recordMap: RecordMap }> {
  try {
    return await call<typeof getRecord>('GET /api/learn/cn/record/item', { query: { id, projectId, courseId } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { recordMap: {} }
    throw error
  }
}

export default function Detail() {
  const data = useLoaderData<typeof loader>()
  useFollowedRights(data.item)
  return (
    <>
      <div className="wrap">
        <AuthorBar item={data.item} preview={data.preview} />
        {data.item.type === 'course' && data.item.learnOptionType === 'campus' && (
          <Personal>
            <TeachingOfMember courseId={data.item.id} />
          </Personal>
        )}
      </div>
      {/* another item under the same route starts with its own records */}
      <ItemPage key={data.item.id} {...data} />
    </>
  )
}

/** Guests belong to no class. */
function TeachingOfMember({ courseId }: { courseId: string }) {
  const { user } = useSession()
  return user && <Suspense>{<CourseTeaching key={courseId} courseId={courseId} />}</Suspense>
}

function ItemPage({ breadcrumb, ...page }: LoaderData) {
  const own = useOwn('detail', page.own)
  const { collected, collectCount, liked, likeCount, bought, recordMap, learnedPrerequisites, followed } = own
  const item = useMemo(() => ({ ...page.item, learnedPrerequisites }), [page.item, learnedPrerequisites])
  const { query, start, here, versions } = page
  const locale = useLocale()
  useTimeSpent(item.id, null)
  const [records, setRecords] = useState(recordMap)
  const record = records[item.id] ?? null
  const inside: LinkContext =
    item.type === 'course' ? { courseId: item.id } : { projectId: item.id, courseId: query.courseId }
  const versionId = readVersion(item, query.uv, versions)
  const completions = useCompletions()
  const take = ({ recordMap: now }: RecordsNow) => {
    completions.hear(records, now)
    setRecords({ ...records, ...now })
  }
  useStart(item, { start: start && record === null, courseId: query.courseId, versionId, onRecords: take })

  const contents = item.contentIds.flatMap((id) => {
    const content = item.contentMap[id]
    return content ? [{ ...content, required: item.requiredContentIds.includes(id), minutes: minutesOf(content) }] : []
  })
  const link: LinkContext = { locale, uv: query.uv, versions, ...inside }
  const next = item.contentMap[record?.nextRecordData?.itemId ?? ''] ?? contents[0]
  const continueTo = next ? versionedLink(next, link) : null
  const type = item.type === 'course' ? 'course' : 'project'
  return (
    <>
      <ItemDetail
        item={item}
        breadcrumb={breadcrumb}
        bought={bought}
        percent={record?.percent ?? null}
        record={() => (
          <ItemRecordButton
            item={{ id: item.id, type, title: item.title, isFree: isFree(item) }}
            record={record}
            versionId={versionId ?? null}
            courseId={query.courseId}
            continueTo={continueTo}
            formAction={here}
            onRecords={take}
          />
        )}
        collect={
          <CollectButton
            item={item}
            collected={collected}
            count={collectCount}
            look="button"
            context={query}
            formAction={here}
          />
        }
        like={
          <Personal>
            <ItemLike
              item={{ id: item.id, type, title: item.title }}
              liked={liked}
              count={likeCount}
              formAction={here}
            />
          </Personal>
        }
        follow={
          <Personal isOwn={followed}>
            <FollowButton type={type} id={item.id} followed={followed} formAction={here} />
          </Personal>
        }
        cart={
          item.withPay && !item.saleEnded ? (
            <BuyButton item={item} bought={bought} storeUrl={page.storeUrl} />
          ) : undefined
        }
        comments={<ItemDiscussion channelId={item.channelId} total={item.statsMap[item.id]?.commentCount ?? 0} />}
        outline={
          <OutlineTree
            nodes={contentNodes({ contents, chapterSections: item.chapterSections }, record, {
              currentId: null,
              linkOf: (content) => versionedLink(item.contentMap[content.id] ?? item, link),
            })}
          />
        }
      />
      <Personal>
        <FirstCompletions completions={completions} named={[item]} next={null} link={link} here={here} />
      </Personal>
    </>
  )
}

/** What of the page is the visitor's own. */
export interface OwnOfDetail {
  collected: boolean
  collectCount: number
  liked: boolean
  likeCount: number
  bought: boolean
  recordMap: RecordMap
  learnedPrerequisites: string[]
  followed: boolean
}

type LoaderData = Awaited<ReturnType<typeof loader>>

/** `start=true` begins the item for a signed-in visitor, once. */
function useStart(
  item: Pick<Item, 'id' | 'type' | 'readable'>,
  options: { start: boolean; courseId?: string; versionId?: string; onRecords: (records: RecordsNow) => void },
) {
  const { user, premium } = useSessionInActs()
  const { start, courseId, versionId, onRecords } = options
  const [wanted] = useState(start && user !== null && item.readable)
  const latest = useRef({ onRecords, premium })
  useEffect(() => {
    latest.current = { onRecords, premium }
  })
  useEffect(() => {
    if (!wanted || (item.type !== 'project' && item.type !== 'course')) return
    const body = { id: item.id, type: item.type, userPremium: latest.current.premium, courseId, versionId }
    call<typeof startRecord>('POST /api/learn/cn/record', { body }).then(
      (answer) => latest.current.onRecords(answer),
      // the button is there to try again
      () => undefined,
    )
  }, [wanted, item.id, item.type, courseId, versionId])
}
