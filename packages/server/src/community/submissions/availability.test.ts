import type { AvailabilityField, AvailabilityValues } from '@lantern/contract/community/availability.ts'
import { readSubmission } from '@lantern/contract/community/submissions.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { buildAssignment, submit } from '#testing/submissions.ts'

const site = await testSite()

/** By field: what it takes and what it refuses. */
const addresses: Partial<Record<AvailabilityField, [good: string[], bad: string[]]>> = {
  website: [
    ['https://example.com', 'https://www.example.co.uk/games?x=1#top', 'https://xn--fiq228c.xn--fiqs8s/'],
    ['http://example.com', 'example.com', 'javascript:alert(1)', 'https://127.0.0.1/', 'https://localhost/'],
  ],
  social: [
    ['https://weibo.com/u/1234', 'https://space.bilibili.com/42', 'https://github.com/ada'],
    ['https://example.com/ada', 'https://notweibo.com/u/1', 'https://weibo.com.example.com/u/1'],
  ],
  steam: [
    ['https://store.steampowered.com/app/1234', 'https://store.steampowered.com/app/1234/Tower/?l=en'],
    [
      'https://store.steampowered.com/',
      'https://steampowered.com/app/1234',
      'https://store.steampowered.com/app/tower',
    ],
  ],
  appStore: [
    ['https://apps.apple.com/app/id1234', 'https://apps.apple.com/cn/app/tower/id1234'],
    ['https://apps.apple.com/cn/app/tower', 'https://apple.com/app/id1234'],
  ],
  googlePlay: [
    [
      'https://play.google.com/store/apps/details?id=com.ada.tower',
      'https://play.google.com/store/apps/details?hl=en&id=a.b',
    ],
    ['https://play.google.com/store/apps/details', 'https://google.com/store/apps/details?id=com.ada.tower'],
  ],
  assetStore: [
    ['https://assetstore.unity.com/packages/3d/tower-1234'],
    ['https://assetstore.unity.com/', 'https://ada:secret@assetstore.unity.com/packages/3d/tower-1234'],
  ],
}

const android: typeof addresses = {
  packageName: [
    ['com.ada.tower', 'com.ada_2.tower3'],
    ['tower', 'com.Ada.tower', 'com..tower', 'com.3d', 'com.ada.'],
  ],
  apkVersion: [
    ['1', '1.2.0', '2026.11.23'],
    ['v1', '1.', '1.2-beta', '1,2'],
  ],
}

async function holdsTo(fields: typeof addresses) {
  const ada = await site.learner()
  const place = await buildAssignment(site)
  const given = async (availability: AvailabilityValues) =>
    submit(site, ada, place, { availability, permission: 'private' })
  for (const [field, [good, bad]] of Object.entries(fields)) {
    for (const text of good) {
      expect((await given({ [field]: text })).result.submission?.availability, text).toEqual({ [field]: text })
    }
    for (const text of bad) {
      const { status, result } = await given({ [field]: text })
      expect([status, result.details?.map((one) => one.field)], text).toEqual([400, [`availability.${field}`]])
    }
  }
}

test('a submission names its website, social page and pages of shops, each as that place has them [PLAT-053]', () =>
  holdsTo(addresses))

test('an Android build has a lowercase dotted package name and a version of dotted numbers [PLAT-056]', () =>
  holdsTo(android))

test('where it can be had belongs to the version: each keeps its own, blanks are left out, the same again makes none', async () => {
  const ada = await site.learner()
  const place = await buildAssignment(site)
  const first = (await submit(site, ada, place, { availability: { website: 'https://example.com' } })).result.submission
  const attachmentIds = first.files.map(({ id }) => id)
  const again = { attachmentIds, availability: { steam: ' ', website: ' https://example.com ' } }
  expect((await submit(site, ada, place, again)).result.submission.version).toBe(1)
  const second = await submit(site, ada, place, { attachmentIds, availability: { packageName: 'com.ada.tower' } })
  expect(second.result.submission).toMatchObject({ version: 2, availability: { packageName: 'com.ada.tower' } })
  const old = await ada.call(readSubmission, { params: { id: first.id }, query: { version: 1 } })
  expect(old.result.submission.availability).toEqual({ website: 'https://example.com' })
  const seen = await site.guest().call(readSubmission, { params: { id: first.id }, query: {} })
  expect(seen.result.submission.availability).toEqual({ packageName: 'com.ada.tower' })
})

test('websites and social pages count among the links that a new member may show', async () => {
  const ada = await site.learner()
  const place = await buildAssignment(site)
  const availability = {
    website: 'https://example.com',
    social: 'https://weibo.com/u/1',
    steam: 'https://store.steampowered.com/app/1',
  }
  const refused = await submit(site, ada, place, { description: '<https://example.org>', availability })
  expect([refused.status, refused.result.details?.map(({ field }) => field)]).toEqual([400, ['description']])
  expect((await submit(site, ada, place, { availability })).status).toBe(200)
})
