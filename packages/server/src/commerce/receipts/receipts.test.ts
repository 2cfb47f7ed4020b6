import { readOrder } from '@lantern/contract/commerce/orders.ts'
import { listReceipts, requestReceipt } from '@lantern/contract/commerce/receipts.ts'
import { refundLines } from '@lantern/contract/commerce/refunds.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { buy as bought, ordered, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const seller = await site.user({ groups: ['learn_creator'] })
const staff = await site.user({ groups: ['learn_admin'] })
const paid = () => paidTutorial(site, seller)
const read = async (person: Person, id: string) => (await person.call(readOrder, { params: { id } })).result.order
const personal = { kind: 'personal', title: '林知远', email: 'lin@example.com' } as const
const company = { kind: 'company', title: '杭州灯塔互动有限公司', email: 'cai@example.com' } as const
const ask = (person: Person, orderId: string, wish: object = personal) =>
  person.call(requestReceipt, { body: { orderId, ...personal, ...wish } })
const file = (person: Person, url: string | null | undefined) => person.inject({ method: 'GET', url: url ?? '' })

test('a receipt is made out, told of and mailed to its address, and can be read by its owner and staff as a PDF [COM-004]', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const orderId = await bought(ada, { itemIds: [(await paid()).id] })
  const first = (await ask(ada, orderId)).result.receipt
  expect(first).toMatchObject({ state: 'requested', amount: 1200, number: null, url: null })
  expect((await ask(ada, orderId, { title: '另一个名字' })).result.receipt).toEqual(first)
  await site.settle()
  const [receipt] = (await read(ada, orderId)).receipts
  expect(receipt).toMatchObject({ state: 'issued', title: '林知远', number: expect.stringMatching(/^\d{20}$/) })
  const { results } = (await ada.call(listNotifications, { query: {} })).result
  const told = { kind: 'receipt_issued', path: `/order/${orderId}`, title: '发票开好了：12元' }
  expect(results).toContainEqual(expect.objectContaining(told))
  const mails = await site.db.selectFrom('outbox_messages').selectAll().execute()
  expect(JSON.stringify(mails)).toContain('lin@example.com')
  const { result } = await ada.call(listReceipts, { query: {} })
  expect(result.results).toEqual([first.id])
  const pdf = await file(ada, receipt?.url)
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  expect((await file(staff, receipt?.url)).statusCode).toBe(200)
  expect((await file(bob, receipt?.url)).statusCode).toBe(404)
  expect((await file(site.guest(), receipt?.url)).statusCode).toBe(401)
  expect((await bob.call(listReceipts, { query: { userId: ada.id } })).status).toBe(404)
  expect((await ask(bob, orderId)).status).toBe(404)
})

test('a refund of one line reverses the receipt and makes out a new one for the rest; of all lines it reverses alone', async () => {
  const ada = await site.learner()
  const orderId = await bought(ada, { itemIds: [(await paid()).id, (await paid()).id] })
  await ask(ada, orderId)
  await site.settle()
  const giveBack = (position: number) =>
    staff.call(refundLines, { body: { orderId, positions: [position], note: '客服' } })
  await giveBack(0)
  await site.settle()
  const [old, rest] = (await read(ada, orderId)).receipts
  expect(old).toMatchObject({ state: 'reversed', amount: 2400, reversedBy: expect.stringMatching(/^\d{20}$/) })
  expect(rest).toMatchObject({ state: 'issued', amount: 1200, title: '林知远' })
  await giveBack(1)
  await site.settle()
  expect((await read(ada, orderId)).receipts.map(({ state }) => state)).toEqual(['reversed', 'reversed'])
  expect((await ask(ada, orderId)).result.code).toBe('receipt_nothing_paid')
})

test('a refund before the receipt is made out makes it out for the rest', async () => {
  const ada = await site.learner()
  const orderId = await bought(ada, { itemIds: [(await paid()).id, (await paid()).id] })
  await ask(ada, orderId)
  await staff.call(refundLines, { body: { orderId, positions: [0], note: '客服' } })
  await site.settle()
  expect((await read(ada, orderId)).receipts).toMatchObject([{ state: 'issued', amount: 1200 }])
})

test('a name in emoji or too long, a wrong tax number and a wrong address are refused by field [COM-036]', async () => {
  const ada = await site.learner()
  const orderId = await bought(ada, { itemIds: [(await paid()).id] })
  const faults = async (wish: object) => {
    const { status, result } = await ask(ada, orderId, wish)
    return [status, ...(result.details ?? []).map(({ field, message }) => `${field}: ${message}`)]
  }
  expect(await faults({ title: '🎮🎮' })).toEqual([400, 'title: 名称要有文字，不能有表情符号。'])
  expect(await faults({ title: '灯塔互动🎮' })).toEqual([400, 'title: 名称要有文字，不能有表情符号。'])
  expect(await faults({ title: '长'.repeat(101) })).toEqual([400, 'title: 名称最多100个字。'])
  expect((await faults({ title: ' ' }))[0]).toBe(400)
  expect(await faults({ ...company, taxNumber: '91330108MA2K7T4E0' })).toEqual([
    400,
    'taxNumber: 统一社会信用代码是18位，请检查位数。',
  ])
  expect(await faults({ ...company, taxNumber: '91350100M000100Y44' })).toEqual([
    400,
    'taxNumber: 这个代码的校验位不对，可能有一位输错了。',
  ])
  expect((await faults({ ...company }))[1]).toMatch(/^taxNumber: /)
  expect((await faults({ email: 'lin@' }))[1]).toMatch(/^email: /)
  // as it is pasted: in groups, in small letters, in full width
  const right = await ask(ada, orderId, { ...company, taxNumber: '９１３５ 0100m000100y43' })
  expect(right.result.receipt).toMatchObject({ taxNumber: '91350100M000100Y43', title: company.title })
})

test('a person’s receipt is to a name in letters and words of two signs at least, a company’s may hold digits [PLAT-062]', async () => {
  const ada = await site.learner()
  const refused = async (wish: object) => {
    const orderId = await bought(ada, { itemIds: [(await paid()).id] })
    const { result } = await ask(ada, orderId, wish)
    return result.details?.map(({ field, message }) => `${field}: ${message}`) ?? null
  }
  const letters = ['title: 姓名只用文字，词与词之间可以有空格、·、-和撇号。']
  for (const wrong of ['学员8823', 'Ada@home', '林  ，知远', '-Ada'])
    expect(await refused({ title: wrong })).toEqual(letters)
  expect(await refused({ title: '林' })).toEqual(['title: 至少2个字。'])
  for (const right of ['林知远', 'Ada Lovelace', '买买提·艾力', 'Sean O’Neil', 'Nuñez-Prado']) {
    expect(await refused({ title: right })).toBeNull()
  }
  expect(await refused({ ...company, title: '3号画室（杭州）', taxNumber: '91350100M000100Y43' })).toBeNull()
})

test('nothing is made out for what is not paid, and nobody can ask where the site makes out none', async () => {
  const ada = await site.learner()
  const orderId = await ordered(ada, { itemIds: [(await paid()).id] })
  expect((await ask(ada, orderId)).result.code).toBe('receipt_nothing_paid')
  expect((await read(ada, orderId)).canRequestReceipt).toBe(false)
  const made = await bought(ada, { itemIds: [(await paid()).id] })
  expect((await read(ada, made)).canRequestReceipt).toBe(true)
  await ask(ada, made)
  expect((await read(ada, made)).canRequestReceipt).toBe(false)
  const none = await testSite({ RECEIPT_PROVIDER: 'none' }, { beside: site })
  const same = await none.learner()
  const bare = await bought(same, { itemIds: [(await paid()).id] })
  expect((await read(same, bare)).canRequestReceipt).toBe(false)
  expect((await ask(same, bare)).result.code).toBe('receipt_unavailable')
})
