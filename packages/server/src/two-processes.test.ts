import { expect, test } from 'vitest'
import { gatewayChecks, listenAt } from '#testing/two/gateway-checks.ts'
import { limitChecks } from '#testing/two/limit-checks.ts'
import { twoProcesses } from '#testing/two/two-sites.ts'
import { sessionOf, signIn } from '#testing/two/visitor.ts'

// The processes that `npm start` starts, two of them, over one PostgreSQL and one Redis.

const two = await twoProcesses()

gatewayChecks(two)
limitChecks(two)

test('a process that is told to stop says so to its browsers and ends well, and the other goes on', async () => {
  const [first, second] = two.origins
  const who = await signIn(first, '13490000001')
  const listening = await listenAt(first, who)
  await listening.message(0)
  expect(await two.stopFirst()).toBe(0)
  expect(await listening.closed).toBe(1001)
  expect((await sessionOf(second, who)).user?.phone).toBe('13490000001')
  const again = await listenAt(second, who)
  expect((await again.message(0)).type).toBe('READY')
  again.socket.close()
})

test('a process ends well when the one that started it is gone', async () => {
  expect(await two.leaveSecond()).toBe(0)
})
