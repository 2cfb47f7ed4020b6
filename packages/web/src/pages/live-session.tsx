import { isMaker } from '@lantern/contract/catalog/access.ts'
import type { getLiveSession } from '@lantern/contract/catalog/details.ts'
import type { listReminders } from '@lantern/contract/live/reminders.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { useMemo } from 'react'
import { redirect } from 'react-router'
import { AuthorBar } from '#authoring/index.ts'
import { ItemDetail, livePhaseAt, RoomDoor, useLivePhase } from '#catalog/index.ts'
import { ItemDiscussion, ItemLike, likeByForm } from '#community/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { authorOf, useSession } from '#kit/session.tsx'
import { CollectButton } from '#learning/index.ts'
import { actOnReminderForm, LiveStage, ReminderButton } from '#live/index.ts'
import { TextLink } from '#ui/link.tsx'
import type { Route } from './+types/live-session.ts'
import { atItsAddress } from './item-address.ts'
import { readAsAsked } from './preview.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { searchParams } = url
  const { call } = apiOf(context)
  const readSession = (edit: true | undefined) =>
    call<typeof getLiveSession>('GET /api/learn/liveSession/:id/extends', {
      params: { id: params.slug },
      query: {
        edit,
        uv: searchParams.get('uv') ?? undefined,
        projectId: searchParams.get('projectId') ?? undefined,
        courseId: searchParams.get('courseId') ?? undefined,
      },
    })
  const [{ page, preview }, { ids }] = await Promise.all([
    readAsAsked(url, readSession),
    call<typeof listReminders>('GET /api/learn/cn/liveSession/reminder/list'),
  ])
  const { liveDetails } = page.liveSessionData
  atItsAddress(url, page.liveSessionData)
  return { ...page, preview, reminded: ids, phase: liveDetails && livePhaseAt(liveDetails, Date.now()) }
}

/** The reminder and the like, asked for without script. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const here = pageAddress(url)
  try {
    const form = await request.formData()
    if (form.get('act') === 'like') await likeByForm(apiOf(context), form)
    else await actOnReminderForm(apiOf(context), form)
    return redirect(here)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    throw error
  }
}

/** Another session under the same route is collected and reminded of for itself. */
export default function LiveSession({ loaderData }: Route.ComponentProps) {
  return <ShownSession key={loaderData.liveSessionData.id} {...loaderData} />
}

function ShownSession({ phase: loadedPhase, ...page }: Route.ComponentProps['loaderData']) {
  const { liveSessionData: item, breadcrumb, collectMap, likeMap, boughtMap, preview, reminded } = page
  const t = useMessages()
  const phase = useLivePhase(item.liveDetails, loadedPhase)
  const session = useSession()
  const author = authorOf(session)
  const said = { channelId: item.channelId, total: item.statsMap[item.id]?.commentCount ?? 0 }
  // the same element each time: a part whose script is still to come must not be drawn anew
  const questions = useMemo(
    () => <ItemDiscussion channelId={said.channelId} total={said.total} sort="helpful" />,
    [said.channelId, said.total],
  )
  return (
    <>
      <div className="wrap">
        <AuthorBar item={item} preview={preview} />
      </div>
      <ItemDetail
        item={item}
        breadcrumb={breadcrumb}
        bought={boughtMap[item.id] ?? false}
        percent={null}
        record={(place) =>
          place === 'card' ? (
            <RoomDoor
              item={item}
              phase={phase}
              reminder={<ReminderButton session={item} on={reminded.includes(item.id)} />}
            />
          ) : null
        }
        collect={
          <CollectButton
            item={item}
            collected={collectMap[item.id] ?? false}
            count={item.statsMap[item.id]?.collectCount}
            look="button"
          />
        }
        like={
          <ItemLike
            item={{ id: item.id, type: 'liveSession', title: item.title }}
            liked={likeMap[item.id] ?? false}
            count={item.statsMap[item.id]?.likeCount ?? 0}
            formAction={`/liveSession/${encodeURIComponent(item.slug)}`}
          />
        }
        outline={
          <LiveStage
            item={item}
            phase={phase}
            questions={questions}
            isMaker={author !== null && isMaker(author, item)}
          />
        }
        comments={
          phase === 'live' ? (
            <p>
              <TextLink to="#questions">{t('live.questions_above')}</TextLink>
            </p>
          ) : (
            <ItemDiscussion {...said} />
          )
        }
      />
    </>
  )
}
