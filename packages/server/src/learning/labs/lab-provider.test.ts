import { getLab, launchLab } from '@lantern/contract/learning/labs.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { type TestSite, testSite } from '#testing/site.ts'
import { demoLabs } from './demo/demo-labs.ts'
import type { LabProvider } from './lab-provider.ts'
import { linkedLabs } from './linked-labs.ts'

const site = await testSite({ LAB_PROVIDER: 'demo' })
const linked = await testSite({ LAB_PROVIDER: 'link' }, { beside: site })
const labUrl = 'https://labs.example.com/two-bone-ik'

async function lesson(at: TestSite = site, more: { premium?: boolean; labUrl?: string } = {}) {
  const { labUrl: address = labUrl, ...item } = more
  const { id } = await buildTutorial(at.db, { ...item, steps: [{}, { type: 'lab', labUrl: address }] })
  const rows = await at.db.selectFrom('sections').select('id').where('item_id', '=', id).orderBy('position').execute()
  const [text = '', lab = ''] = rows.map((row) => row.id)
  return { itemId: id, text, lab }
}

const providers: Record<string, () => LabProvider> = {
  demo: () => demoLabs(site.clock),
  link: () => linkedLabs(site.db),
}

for (const [kind, make] of Object.entries(providers)) {
  // the contract of every provider
  test(`a ${kind} lab has a short name, becomes ready with an address, and is unknown by another name [LEARN-020]`, async () => {
    const provider = make()
    const { itemId, lab: stepId } = await lesson()
    const order = { userId: 'u_ada', itemId, stepId, labUrl }
    const name = await provider.launch(order)
    expect(name.length).toBeLessThanOrEqual(100)
    site.clock.advance({ minutes: 1 })
    expect(await provider.statusOf(name)).toMatchObject({
      state: 'ready',
      url: expect.stringMatching(/^(https:\/)?\//),
    })
    for (const other of ['', 'nothing', `${name}x`, '../../etc/passwd']) {
      expect(await provider.statusOf(other)).toBeNull()
    }
  })
}

test('a lab is started by whoever may read its step, is ready after a while, and ends', async () => {
  const ada = await site.learner()
  const { itemId, lab: stepId } = await lesson()
  const { status, result } = await ada.call(launchLab, { body: { itemId, stepId } })
  expect([status, result.lab.state, result.lab.url]).toEqual([200, 'starting', null])
  const ask = async () => (await ada.call(getLab, { params: { id: result.lab.id } })).result.lab
  site.clock.advance({ seconds: 3 })
  expect(await ask()).toMatchObject({ state: 'ready', url: '/demo-lab/two-bone-ik' })
  site.clock.advance({ hours: 2 })
  expect(await ask()).toMatchObject({ state: 'ended', url: null })
})

test('where labs are links, the author’s address is entered at once', async () => {
  const ada = await linked.learner()
  const { itemId, lab: stepId } = await lesson(linked)
  expect((await ada.call(launchLab, { body: { itemId, stepId } })).result.lab).toMatchObject({
    state: 'ready',
    url: labUrl,
  })
})

test('a step without a lab, one of another item and one that may not be read start nothing', async () => {
  const [ada, premium] = [await site.learner(), await site.learner({ premium: true })]
  const [open, other, locked] = [await lesson(), await lesson(), await lesson(site, { premium: true })]
  const codeFor = async (itemId: string, stepId: string, person = ada) =>
    (await person.call(launchLab, { body: { itemId, stepId } })).result.code
  expect(await codeFor(open.itemId, open.text)).toBe('not_found')
  expect(await codeFor(open.itemId, other.lab)).toBe('not_found')
  expect(await codeFor('ltu_none', open.lab)).toBe('not_found')
  expect(await codeFor(locked.itemId, locked.lab)).toBe('premium_required')
  expect(await codeFor(locked.itemId, locked.lab, premium)).toBeUndefined()
  expect((await site.guest().call(launchLab, { body: { itemId: open.itemId, stepId: open.lab } })).status).toBe(401)
})

test('the lab of another person and an invented one are not found', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const { itemId, lab: stepId } = await lesson()
  const { id } = (await ada.call(launchLab, { body: { itemId, stepId } })).result.lab
  for (const wrong of [id, `${id.slice(0, -2)}xx`, 'x']) {
    expect((await bob.call(getLab, { params: { id: wrong } })).result.code).toBe('not_found')
  }
})

test('an address that is none is refused and not opened, and nobody starts labs without end', async () => {
  const ada = await linked.learner()
  const script = await lesson(linked, { labUrl: 'javascript:alert(1)' })
  const answer = await ada.call(launchLab, { body: { itemId: script.itemId, stepId: script.lab } })
  expect([answer.status, answer.result.code]).toEqual([503, 'lab_unavailable'])
  const { itemId, lab: stepId } = await lesson(linked)
  const statuses: number[] = []
  for (let n = 0; n < 20; n++) statuses.push((await ada.call(launchLab, { body: { itemId, stepId } })).status)
  expect(statuses.slice(-2)).toEqual([200, 429])
})

test('the demo’s lab is a page with a script of its own and nothing else, and is only there in the demo', async () => {
  const page = await site.inject({ method: 'GET', url: '/demo-lab/two-bone-ik', headers: { 'accept-language': 'en' } })
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('<canvas')])
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect((await site.inject({ method: 'GET', url: '/demo-lab/lab.js' })).headers['content-type']).toMatch(/javascript/)
  expect((await site.inject({ method: 'GET', url: '/demo-lab/unknown' })).statusCode).toBe(404)
  expect((await linked.inject({ method: 'GET', url: '/demo-lab/two-bone-ik' })).statusCode).toBe(404)
})
