import { test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { playInterleavings } from './run.ts'

const site = await testSite()

/** Another one each day: in a year the suite has played some ten thousand plans. `npm run drill -- 'orders at random'` plays 100,000. */
const seed = Number(process.env.INTERLEAVINGS_SEED ?? Math.floor(Date.now() / 86_400_000))

test(`money and rights agree after every interleaving of orders, payments, refunds and crashes (seed ${seed})`, async () => {
  await playInterleavings(site.services, { runs: 200, seed })
})
