import { expect, test } from 'vitest'
import { opened, ordered, paidTutorial, playPayment } from '#testing/shop.ts'
import { type TestSite, testSite } from '#testing/site.ts'

const site = await testSite()
const other = await testSite({}, { beside: site })
const seller = await site.user({ groups: ['learn_creator'] })

/** What pages hear that are open at this process. */
function heardAt({ services }: TestSite): [string, object][] {
  const heard: [string, object][] = []
  services.topics.serve({ tell: (name, message) => heard.push([name, message]), recheck: () => {}, onGap: () => {} })
  return heard
}

test('pages that are open at any process hear that an order is paid and that there is more to read, once', async () => {
  const ada = await site.learner()
  const orderId = await ordered(ada, { itemIds: [(await paidTutorial(site, seller)).id] })
  const paymentId = await opened(ada, orderId)
  const heard = [heardAt(site), heardAt(other)]
  await playPayment(ada, paymentId, 'succeed')
  await Promise.all([site, other].map(({ services }) => services.events.caughtUp()))
  for (const one of heard) {
    const told = one.filter(([name]) => name === `order/${orderId}` || name === `rights/${ada.id}`)
    expect(told.sort()).toEqual([
      [`order/${orderId}`, { type: 'STATE', state: 'finished' }],
      [`rights/${ada.id}`, { type: 'RIGHTS' }],
    ])
  }
})
