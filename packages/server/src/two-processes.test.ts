import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { originalUrl } from '@lantern/contract/media/image-url.ts'
import { expect, test } from 'vitest'
import { openSharp } from '#kit/sharp.ts'
import { storeImage } from '#media/images.ts'
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

/** A picture that is larger than what the system keeps of an answer that nobody reads. */
async function largePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const sharp = await openSharp()
  return sharp({ create: { width: 2_300, height: 2_300, channels: 3, background: 'grey', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

test('answers that are being written when a process is told to stop arrive whole', async () => {
  const picture = await largePicture()
  const { id, extension } = await storeImage(two.site.services, picture)
  const { origin, stop } = await two.startThird()
  const { hostname, port } = new URL(origin)
  const open = () => connect(Number(port), hostname)
  const readers = await Promise.all(
    Array.from({ length: 8 }, async (): Promise<Socket> => {
      const reader = open()
      reader.write(`GET ${originalUrl(id, extension)} HTTP/1.1\r\nHost: here\r\n\r\n`)
      // the head and a first piece are there, and no more is taken for now
      await once(reader, 'readable')
      return reader
    }),
  )
  const stopped = stop()
  await expect.poll(() => once(open(), 'connect').catch((error) => error.code)).toBe('ECONNREFUSED')
  for (const answer of await Promise.all(readers.map((reader) => buffer(reader)))) {
    const head = answer.subarray(0, answer.indexOf('\r\n\r\n') + 4)
    expect(String(head)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer.subarray(head.length).equals(picture)).toBe(true)
  }
  expect(await stopped).toBe(0)
})

test('a process ends well when the one that started it is gone', async () => {
  expect(await two.leaveSecond()).toBe(0)
})
