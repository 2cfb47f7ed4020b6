import type { listComments } from '@lantern/contract/community/discussion.ts'
import { messageSorts } from '@lantern/contract/community/discussion-rules.ts'
import { withParams } from '@lantern/contract/links.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { PageHead } from '#catalog/index.ts'
import { actOnDiscussion, DiscussionPage } from '#community/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import type { Route } from './+types/channel.ts'

/** /messages/c/{channelId}: what is said about an item or one of its steps. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { searchParams } = url
  const text = (name: string) => searchParams.get(name)?.slice(0, 100) || undefined
  const [messageId, reply] = [text('messageId'), text('reply')]
  const query = {
    channelId: params.channelId.slice(0, 100),
    messageId: messageId ?? reply,
    sort: messageSorts.find((sort) => sort === text('sort')),
    after: searchParams.get('after')?.slice(0, 160) || undefined,
  }
  const discussion = await apiOf(context).call<typeof listComments>('GET /api/learn/comment/list', { query })
  return { discussion, focus: messageId ?? null, reply: reply ?? null }
}

/** The forms of the page, for a press before or without script. */
export async function action({ params, request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  try {
    const messageId = await actOnDiscussion(apiOf(context), params.channelId, form)
    const there = withParams(url.pathname, { messageId })
    return redirect(messageId === null ? there : `${there}#m-${messageId}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return redirect(signInPath(pageAddress(url)))
    const field = error.details.find((detail) => detail.field === 'content')
    return { problem: field?.message ?? error.message, code: error.code, typed: String(form.get('content') ?? '') }
  }
}

export default function Channel({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const { discussion, focus, reply } = loaderData
  const { content, step, submission } = discussion
  return (
    <>
      <PageHead
        title={t('community.discussion_of', { title: step?.title ?? submission?.title ?? content.title })}
        hidden={content.learnOptionType === 'campus' || submission !== null}
      />
      <DiscussionPage
        discussion={discussion}
        focus={focus}
        reply={reply}
        problem={actionData ?? null}
        typed={actionData?.typed ?? ''}
      />
    </>
  )
}
