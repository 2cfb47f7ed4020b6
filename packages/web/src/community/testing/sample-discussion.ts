import type { Discussion, Message } from '@lantern/contract/community/discussion.ts'

/** The author of every message that does not say whose it is. */
export const speaker = { id: 'u_ada', fullName: 'Ada', avatar: null, isMaker: false }

export function sampleMessage(id: string, more: Partial<Message> = {}): Message {
  return {
    id,
    channelId: 'cn_1',
    parentId: null,
    authorId: speaker.id,
    content: `Message ${id}`,
    html: `<p>Message ${id}</p>`,
    likeCount: 0,
    replyCount: 0,
    answerId: null,
    createdTime: '2026-11-22T04:00:00.000Z',
    editedTime: null,
    deleted: false,
    hidden: null,
    ...more,
  }
}

/** The channel of a lesson with one question, which others have liked. */
export function sampleDiscussion(more: Partial<Discussion> = {}): Discussion {
  return {
    id: 'cn_1',
    content: {
      id: 'ltu_1',
      type: 'tutorial',
      slug: 'shadows',
      language: 'zh',
      title: 'Shadows',
      learnOptionType: 'other',
    },
    step: null,
    submission: null,
    channels: [{ channelId: 'cn_1', title: null, messages: 1, unread: 0 }],
    messages: { total: 1, likeCount: 3, items: [sampleMessage('ms_1', { likeCount: 3 })] },
    replyMap: {},
    userMap: { [speaker.id]: speaker },
    likeMap: {},
    reportMap: {},
    sort: 'newest',
    next: null,
    readUntil: null,
    writing: 'yes',
    mayShowPictures: false,
    isMaker: false,
    ...more,
  }
}
