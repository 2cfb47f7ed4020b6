import { expect } from '@playwright/test'
import { audiences, type Visitor } from '../packages/contract/src/access-table.ts'
import { pageTable } from '../packages/contract/src/page-access-table.ts'
import { signIn } from '../tools/visit.ts'
import { newPhone, test } from './person.ts'

const people: [Visitor, string | null][] = [
  ['guest', null],
  ['learner', newPhone()],
  ['learn_creator_zh', '13800000002'],
  ['learn_moderator', '13800000003'],
  ['learn_admin', '13800000004'],
  ['campus_creator', '13800000005'],
  ['campus_admin', '13800000006'],
  ['premium', '13800000007'],
  ['super_admin', '13800000009'],
]

for (const [visitor, phone] of people) {
  test(`as ${visitor}, each page is there or not as the table says [IDENT-104]`, async ({ context }) => {
    if (phone) await signIn(context, phone)
    const { user } = (await (await context.request.get('/api/session')).json()) as { user: { id: string } | null }
    for (const [pattern, row] of Object.entries(pageTable)) {
      const address = pattern
        .replace(':userId', user?.id ?? 'u_x')
        .replace(/:\w+/, 'nothing-of-the-kind')
        .replace('*', 'x')
      const answer = await context.request.get(address, { maxRedirects: 0 })
      const toSignIn = (answer.headers().location ?? '').startsWith('/auth/login')
      const shown = answer.status() === 404 ? 'not_found' : toSignIn ? 'sign_in' : 'open'
      const mayOpen = (audiences[row.for] as readonly Visitor[]).includes(visitor)
      // an item that does not exist, and the page of unknown addresses, answer 404 to everybody
      const open =
        /:(slug|id|type|number|orderId|paymentId|channelId)/.test(pattern) ||
        pattern === '/*' ||
        address.includes('u_x')
          ? 'not_found'
          : 'open'
      expect([address, shown]).toEqual([address, mayOpen ? open : row.otherwise])
    }
  })
}
