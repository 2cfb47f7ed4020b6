import type { Item, ItemCard, ItemStats, LiveDetails } from '@lantern/contract/catalog/items.ts'
import type { Notification } from '@lantern/contract/notifications/notifications.ts'
import { guestSession, type Session, type SessionUser } from '#kit/session.tsx'

// What pages are shown with in tests. Each is whole; a test names only what matters to it.

/** A free tutorial in Chinese for every version; a test says what matters to it. */
export function sampleCard(change: Partial<ItemCard> = {}): ItemCard {
  return {
    id: 'ltu_1',
    type: 'tutorial',
    slug: 'real-time-shadows',
    language: 'zh',
    learnOptionType: 'other',
    organisationId: null,
    title: '实时阴影',
    summary: '一张深度图能走多远？',
    thumbnail: { url: '/media/images/img_1/800.webp' },
    premium: false,
    withPay: false,
    priceFen: null,
    discount: null,
    withLab: false,
    liveSessionIds: [],
    live: null,
    skillLevel: 'intermediate',
    withManual: false,
    manualDuration: null,
    duration: 95,
    withEducator: false,
    questionsCount: 0,
    tagIds: [],
    topicIds: [],
    industryIds: [],
    unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true },
    ownerId: 'u_owner',
    authorId: 'u_owner',
    active: true,
    publishedTime: '2026-03-01T00:00:00.000Z',
    ...change,
  }
}

/** Unread; nothing of it can be muted. */
export function sampleNotification(change: Partial<Notification> = {}): Notification {
  return {
    id: 'nt_1',
    kind: 'message_reply',
    icon: 'message',
    title: 'Reply',
    body: null,
    path: '/tutorial/ltu_1',
    mutes: [],
    at: '2026-03-02T02:00:00Z',
    read: false,
    ...change,
  }
}

export const sampleStats: ItemStats = {
  recordCount: 9412,
  averageRating: 9.4,
  ratingCount: 1286,
  commentCount: 312,
  collectCount: 40,
  likeCount: 7,
}

export function sampleItem(change: Partial<Item> = {}): Item {
  const card: ItemCard = sampleCard(change)
  const item: Item = {
    ...card,
    channelId: 'cn_1',
    description: '<p>从最小的阴影开始。</p>',
    readable: true,
    withSolution: false,
    overviewVideo: null,
    hidden: false,
    published: true,
    contentIds: [],
    sections: [],
    chapterSections: [],
    requiredSections: [],
    requiredContentIds: [],
    navIds: [],
    subNodes: [],
    included: { contents: 0, steps: 0, quizzes: 0 },
    packageIds: [],
    properties: {},
    status: { prevCompleted: false, nextCompleted: false, completed: false, isNext: false, hasNext: false },
    materials: [],
    documents: [],
    educatorPlan: null,
    prerequisites: [],
    learnedPrerequisites: [],
    liveDetails: null,
    translations: [],
    updatedTime: '2026-03-01T00:00:00.000Z',
    contentMap: {},
    statsMap: { [card.id]: sampleStats },
    ratingSpread: [6, 10, 40, 230, 1000],
    userMap: {
      u_owner: {
        id: 'u_owner',
        fullName: '周明澈',
        title: '图形工程师',
        description: '做了十一年渲染。',
        avatar: null,
        slug: 'zhou',
        official: true,
      },
    },
    packageMap: {},
    topicMap: {},
    industryMap: {},
    tagMap: {},
  }
  return { ...item, ...change }
}

/** A session of an hour on a Monday evening of Shanghai. */
export function sampleLive(change: Partial<LiveDetails> = {}): LiveDetails {
  const startTime = change.startTime ?? '2030-01-07T12:00:00.000Z'
  return {
    startTime,
    endTime: new Date(Date.parse(startTime) + 3_600_000).toISOString(),
    timeZone: 'Asia/Shanghai',
    cancelled: false,
    url: null,
    seats: null,
    speakers: [],
    isRecorded: false,
    recording: null,
    ...change,
  }
}

/** A person who signed up a moment ago. */
export function samplePerson(change: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 'u_ada',
    name: '林知远',
    email: null,
    phone: null,
    authId: null,
    avatar: null,
    fullName: '',
    username: null,
    slug: 'u_ada',
    title: '',
    anonymous: false,
    isBot: false,
    isRealName: false,
    profilePercent: 20,
    emailRequired: false,
    tfaEndTime: null,
    nextUpdateProfileTime: null,
    ...change,
  }
}

export function learnerSession(): Session {
  return { ...guestSession(), user: samplePerson() }
}
