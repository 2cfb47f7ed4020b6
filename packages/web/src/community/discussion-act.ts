import type { deleteComment, postComment, updateComment } from '@lantern/contract/community/discussion.ts'
import { messageLength } from '@lantern/contract/community/discussion-rules.ts'
import type { like, unlike } from '@lantern/contract/community/likes.ts'
import { reportReasons } from '@lantern/contract/community/report-rules.ts'
import type { reportThing } from '@lantern/contract/community/reports.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { setBlock } from '@lantern/contract/notifications/blocks.ts'
import type { Api } from '#kit/api.ts'

/** The form around a like, of whatever kind of thing. */
export async function likeByForm({ call }: Pick<Api, 'call'>, form: FormData): Promise<void> {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 100)
  // the call refuses what is no kind of thing that can be liked
  const body = { id: text('id'), type: text('type') as BodyOf<typeof like>['type'] }
  if (form.get('on') === 'true') await call<typeof like>('POST /api/learn/like', { body })
  else await call<typeof unlike>('POST /api/learn/like/delete', { body })
}

/** A form of the channel's page as it is posted without script. Answers the id of the message that was written. */
export async function actOnDiscussion({ call }: Api, channelId: string, form: FormData): Promise<string | null> {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 100)
  // line breaks of a posted form are two characters
  const content = String(form.get('content') ?? '')
    .replaceAll('\r\n', '\n')
    .slice(0, messageLength + 1)
  const id = text('id')
  switch (form.get('act')) {
    case 'like': {
      await likeByForm({ call }, form)
      return form.get('type') === 'message' ? id : null
    }
    case 'report': {
      const reason = reportReasons.find((one) => one === text('reason')) ?? 'other'
      const person = text('person')
      const target = person ? ({ id: person, type: 'profile' } as const) : ({ id, type: 'message' } as const)
      const body = { ...target, reasons: [{ type: reason, content: '' }] }
      await call<typeof reportThing>('POST /api/learn/report', { body })
      return id
    }
    case 'block':
      await call<typeof setBlock>('POST /api/learn/cn/block', { body: { id: text('person'), on: true } })
      return id
    case 'edit':
      await call<typeof updateComment>('POST /api/learn/comment/update', { body: { id, content } })
      return id
    case 'delete':
      await call<typeof deleteComment>('POST /api/learn/comment/delete', { body: { id } })
      return null
    default: {
      const replyId = text('replyId')
      const body = { channelId, content, ...(replyId && { replyId }) }
      return (await call<typeof postComment>('POST /api/learn/comment', { body })).message.id
    }
  }
}
