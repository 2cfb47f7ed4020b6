import { expect, test } from 'vitest'
import { type Api, apiContext } from '#kit/api.ts'
import { type Answers, argsOf } from '#testing/page-args.ts'
import { ownData } from './own-data.ts'

const item = { id: 'ltu_1', type: 'course', prerequisites: [], readable: true, ownerId: 'u_1', authorId: 'u_1' }

/** What one member's visit adds to a page that is kept; null: their page is made for them alone. */
function ownOf(route: string, lockedMap: Record<string, boolean>) {
  const marks = {
    collectMap: {},
    boughtMap: {},
    collectCounts: {},
    likeMap: {},
    likeCounts: {},
    recordMap: {},
    lockedMap,
  }
  const answers: Answers = { 'GET /api/learn/cn/record/item': { recordMap: {}, marks } }
  const { args } = argsOf('/', answers)
  const api: Api = args.context.get(apiContext)
  const root = Promise.resolve({ session: { user: { id: 'u_ada' }, premium: false } })
  const visit = { request: args.request, root } as unknown as Parameters<NonNullable<(typeof ownData)[string]>>[2]
  return ownData[route]?.(api, { item, query: {}, context: {} } as never, visit)
}

test.each(['tutorial', 'campus-tutorial', 'course', 'campus-course', 'project', 'campus-project'])(
  'the page that all members have in common is not for who finds its item locked: %s',
  async (route) => {
    expect(await ownOf(route, { ltu_1: true })).toBe(null)
    expect(await ownOf(route, {})).not.toBe(null)
  },
)
