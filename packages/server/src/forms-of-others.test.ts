import { saveAudience } from '@lantern/contract/authoring/audiences.ts'
import { saveFeatured } from '@lantern/contract/authoring/featured.ts'
import { assignItem, getClass, setPersonDates } from '@lantern/contract/campus/assignments.ts'
import { saveGroup } from '@lantern/contract/campus/groups.ts'
import { saveRubric } from '@lantern/contract/campus/rubrics.ts'
import { createPage, renamePage } from '@lantern/contract/cms/pages.ts'
import { createDiscount, editDiscount } from '@lantern/contract/commerce/discounts.ts'
import { createPromotion, editPromotion } from '@lantern/contract/commerce/promotions.ts'
import { reviewSubmission } from '@lantern/contract/community/submission-reviews.ts'
import { saveOrganisationSettings } from '@lantern/contract/identity/organisation-settings.ts'
import { listClasses, saveClass } from '@lantern/contract/identity/organisations.ts'
import { saveSchoolSignIn } from '@lantern/contract/identity/school-sign-in.ts'
import { newId } from '@lantern/contract/ids.ts'
import { saveLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import { saveLtiTool } from '@lantern/contract/lti/tools.ts'
import { saveWebhook } from '@lantern/contract/webhooks/webhooks.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { testSite } from '#testing/site.ts'
import { buildAssignment, submit } from '#testing/submissions.ts'

const site = await testSite()
// ten o'clock at the organisation
site.clock.set('2026-03-02T02:00:00Z')
let schools = 0

async function school() {
  schools += 1
  const organisation = await buildOrganisation(site.db, `og_form${schools}`)
  return {
    organisation,
    ...(await buildClass(site, { id: `kl_form${schools}`, organisation })),
    params: { id: organisation },
  }
}

async function assigned() {
  const built = await school()
  const item = (await buildTutorial(site.db, {})).id
  const times = { opensAt: '2026-03-01T08:00', dueAt: '2026-04-01T08:00' }
  const params = { classId: built.classId }
  const { result } = await built.teacher.call(assignItem, { params, body: { item, ...times } })
  return { ...built, item, times, params: { ...params, assignmentId: result.id } }
}

interface Answer {
  status: number
  result: { details?: { field: string; message: string }[] }
}

/** A form that two people have open. */
interface OpenForm<Wish, Before> {
  save(wish: Wish, before?: { before: Before }): Promise<Answer>
  began: Before
  theirs: Wish
  mine: Wish
  /** Of theirs, what I am told. */
  said: string
}

const open = <Wish, Before>(form: OpenForm<Wish, Before>) => form

const forms: Record<string, () => Promise<OpenForm<unknown, unknown>>> = {}
function form<Wish, Before>(name: string, opened: () => Promise<OpenForm<Wish, Before>>): void {
  forms[name] = opened
}

form('the name of a class', async () => {
  const { admin, params, classId } = await school()
  return open({
    save: (name: string, before) => admin.call(saveClass, { params, body: { classId, name, ...before } }),
    ...{ began: classId, theirs: '图形二班', mine: '图形一班', said: '图形二班' },
  })
})

form('what an organisation is called', async () => {
  const { admin, params } = await school()
  const timeZone = 'Asia/Shanghai'
  const { result: began } = await admin.call(saveOrganisationSettings, { params, body: { name: '原名', timeZone } })
  return open({
    save: (name: string, before) =>
      admin.call(saveOrganisationSettings, { params, body: { name, timeZone, ...before } }),
    ...{ began, theirs: '他改的', mine: '我改的', said: '他改的 · Asia/Shanghai' },
  })
})

form('a group of a class', async () => {
  const { teacher, classId, learners } = await school()
  const [ada, ben] = learners.map(({ id }) => id)
  const params = { classId }
  const body = { name: '一组', userIds: [ada ?? ''] }
  const { result } = await teacher.call(saveGroup, { params, body })
  return open({
    save: (wish: { name: string; userIds: string[] }, before) =>
      teacher.call(saveGroup, { params, body: { groupId: result.id, ...wish, ...before } }),
    began: { ...body, others: [] as { userId: string; groupId: string }[] },
    ...{ theirs: { name: '一组', userIds: [ada ?? '', ben ?? ''] }, mine: { name: '甲组', userIds: [ada ?? ''] } },
    said: '一组 · Ada、Ben',
  })
})

form('whom a new group takes out of another', async () => {
  const { teacher, classId, learners } = await school()
  const [ada, ben] = learners.map(({ id }) => id)
  const save = (body: object) =>
    teacher.call(saveGroup, { params: { classId }, body: { name: '', userIds: [], ...body } })
  return open({
    save: (wish: { name: string; userIds: string[] }, before) => save({ ...wish, ...before }),
    began: { name: '', userIds: [] as string[], others: [] as { userId: string; groupId: string }[] },
    theirs: { name: '二组', userIds: [ben ?? ''] },
    mine: { name: '三组', userIds: [ada ?? '', ben ?? ''] },
    said: 'Ben → 二组',
  })
})

form('a rubric', async () => {
  const { teacher, params } = await assigned()
  const rubric = (name: string) => [{ name, levels: [100, 0].map((points) => ({ points, text: '' })) }]
  return open({
    save: (criteria: ReturnType<typeof rubric>, before) =>
      teacher.call(saveRubric, { params, body: { criteria, ...before } }),
    began: [] as ReturnType<typeof rubric>,
    ...{ theirs: rubric('阴影稳定'), mine: rubric('说明'), said: '阴影稳定 100 / 0' },
  })
})

form('an assignment', async () => {
  const { teacher, params, item, times } = await assigned()
  const [shown] = (await teacher.call(getClass, { params })).result.assignments
  return open({
    save: (wish: { dueAt?: string; note: string }, before) =>
      teacher.call(assignItem, {
        params,
        body: { assignmentId: params.assignmentId, item, ...times, ...wish, ...before },
      }),
    began: {
      ...{ opensAt: shown?.opensAt ?? '', dueAt: shown?.dueAt ?? '', note: '', recipients: null },
      prerequisites: [] as { assignmentId: string; toPass: boolean }[],
    },
    theirs: { dueAt: '2026-05-01T08:00', note: '带上草图' },
    mine: { note: '先看第二步' },
    said: '2026-03-01 08:00 – 2026-05-01 08:00 · 带上草图',
  })
})

form('the dates of one learner', async () => {
  const { teacher, params, learners, times } = await assigned()
  return open({
    save: (dueAt: string, before) =>
      teacher.call(setPersonDates, { params, body: { userId: learners[0].id, dates: { ...times, dueAt }, ...before } }),
    ...{
      began: null,
      theirs: '2026-05-01T08:00',
      mine: '2026-04-02T08:00',
      said: '2026-03-01 08:00 – 2026-05-01 08:00',
    },
  })
})

form('where a webhook goes', async () => {
  const { admin, params } = await school()
  const body = { url: 'https://school.example/told', types: ['member.joined' as const] }
  const { result } = await admin.call(saveWebhook, { params, body })
  return open({
    save: (url: string, before) =>
      admin.call(saveWebhook, { params, body: { webhookId: result.id, ...body, url, ...before } }),
    ...{
      began: body,
      theirs: 'https://new.example/told',
      mine: 'https://old.example/told',
      said: 'https://new.example/told',
    },
  })
})

form('a platform', async () => {
  const { admin, params } = await school()
  const began = { name: 'Moodle', issuer: '', clientId: '', authUrl: '', tokenUrl: '', jwksUrl: '', deploymentIds: [] }
  const { result } = await admin.call(saveLtiPlatform, { params, body: began })
  return open({
    save: (clientId: string, before) =>
      admin.call(saveLtiPlatform, { params, body: { ...began, platformId: result.id, clientId, ...before } }),
    ...{ began, theirs: 'registered', mine: 'typed', said: 'Moodle · registered' },
  })
})

form('a tool', async () => {
  const { admin, params } = await school()
  const at = (end: string) => `https://tool.example/${end}`
  const addresses = { loginUrl: at('login'), launchUrl: at('launch'), jwksUrl: at('keys'), chooseUrl: '' }
  const began = { name: 'Tool', ...addresses, redirectUrls: [], sendsName: false, sendsMail: false }
  const { result } = await admin.call(saveLtiTool, { params, body: began })
  return open({
    save: (name: string, before) =>
      admin.call(saveLtiTool, { params, body: { ...began, toolId: result.id, name, ...before } }),
    ...{ began, theirs: 'Lab', mine: 'Studio', said: 'Lab · https://tool.example/login' },
  })
})

form('the sign-in by a provider', async () => {
  const { admin, params } = await school()
  return open({
    save: (issuer: string, before) =>
      admin.call(saveSchoolSignIn, { params, body: { kind: 'cas', issuer, ...before } }),
    began: { kind: 'openid' as const, issuer: '', clientId: '', ssoUrl: '', certificates: [] as string[] },
    ...{ theirs: 'https://cas.example', mine: 'https://sso.example', said: 'cas · https://cas.example' },
  })
})

form('a promotion', async () => {
  const staff = await site.user({ groups: ['learn_admin'] })
  const began = {
    ...{ title: '开学季', kind: 'amount' as const, value: 300, least: 0, itemIds: [], ownerId: null },
    ...{ firstOrderOnly: false, perPerson: 1, most: null, startDate: '2026-05-01T00:00:00+08:00', endDate: null },
  }
  const { result } = await staff.call(createPromotion, { body: { id: newId('promotion'), ...began } })
  const { id } = result.promotion
  return open({
    save: (change: { value?: number; title?: string }, before) =>
      staff.call(editPromotion, { body: { id, ...began, ...change, ...before } }),
    ...{ began, theirs: { value: 500 }, mine: { title: '开学' }, said: '开学季 · ¥5 · 2026-05-01 00:00' },
  })
})

form('a discount', async () => {
  const [owner, author] = [
    await site.user({ groups: ['learn_creator'], isRealName: true }),
    await site.user({ groups: ['learn_creator'], isRealName: true }),
  ]
  const { id: itemId } = await buildTutorial(site.db, { priceFen: 1200, ownerId: owner.id, authorId: author.id })
  const began = { discountPrice: 900, startDate: '2026-03-03T10:00+08:00', endDate: '2026-03-18T10:00+08:00' }
  await owner.call(createDiscount, { body: { itemId, ...began } })
  return open({
    save: (discountPrice: number, before) =>
      (discountPrice === 600 ? author : owner).call(editDiscount, {
        body: { itemId, ...began, discountPrice, ...before },
      }),
    ...{ began, theirs: 600, mine: 800, said: '6 · 2026-03-03 10:00 – 2026-03-18 10:00' },
  })
})

form('the feedback on a submission', async () => {
  const [owner, learner] = [await site.user({ groups: ['learn_creator'], name: '沈若川' }), await site.learner()]
  const place = await buildAssignment(site, { ownerId: owner.id })
  const { result } = await submit(site, learner, place)
  return open({
    save: (content: string, before) =>
      owner.call(reviewSubmission, {
        body: { id: result.submission.id, version: 1, content, isReviewed: true, ...before },
      }),
    began: { content: '', isReviewed: false },
    ...{ theirs: '接缝很干净', mine: '再看看阴影', said: '沈若川 · 接缝很干净' },
  })
})

form('whom an item is for', async () => {
  const { organisation, classId } = await school()
  const owner = await site.user({ groups: ['campus_creator'] })
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: organisation, user_id: owner.id, role: 'educator', began_at: site.clock.now() })
    .execute()
  const { id } = await buildTutorial(site.db, { organisation, ownerId: owner.id })
  const began = { audience: 'members' as const, classId: null, inPublicSearch: false }
  return open({
    save: (change: { audience: 'members' | 'class' | 'everybody'; classId?: string }, before) =>
      owner.call(saveAudience, { params: { id }, body: { ...began, ...change, ...before } }),
    ...{ began, theirs: { audience: 'class', classId }, mine: { audience: 'everybody' } },
    said: `一个班 · ${classId}`,
  })
})

form('what is featured', async () => {
  const staff = await site.user({ groups: ['learn_admin'] })
  const [one, two] = [
    (await buildTutorial(site.db, { title: '光照', language: 'zh' })).id,
    (await buildTutorial(site.db, { title: '粒子', language: 'zh' })).id,
  ]
  return open({
    save: (itemIds: string[], before) => staff.call(saveFeatured, { body: { itemIds, language: 'zh', ...before } }),
    ...{ began: [] as string[], theirs: [one, two], mine: [two], said: '光照 · 粒子' },
  })
})

form('the name of a page', async () => {
  const editor = await site.user({ groups: ['admin'] })
  const { result } = await editor.call(createPage, {
    body: { namespace: 'learn', name: '活动', slug: 'event', locale: 'zh_CN' },
  })
  const began = { name: '活动', slug: 'event' }
  return open({
    save: (name: string, before) =>
      editor.call(renamePage, { params: { id: result.id }, body: { ...began, name, ...before } }),
    ...{ began, theirs: '春天的活动', mine: '夏天的活动', said: '春天的活动 · event' },
  })
})

test.for(Object.entries(forms))(
  '%s that somebody else changed meanwhile is shown before it is replaced',
  async ([, opened]) => {
    const { save, began, theirs, mine, said } = await opened()
    const before = { before: began }
    expect((await save(theirs, before)).status).toBe(200)
    const { status, result } = await save(mine, before)
    expect([status, result.details?.[0]?.field]).toEqual([400, 'before'])
    expect(result.details?.[0]?.message).toContain(said)
    expect((await save(mine)).status).toBe(200)
  },
)

test('a form that is sent again, as after an answer that was lost, is no change of somebody else', async () => {
  const { admin, params, classId } = await school()
  const save = () => admin.call(saveClass, { params, body: { classId, name: '图形二班', before: classId } })
  expect([(await save()).status, (await save()).status]).toEqual([200, 200])
})

test('a class that is renamed stays put away, and one that is put away keeps the name that it was given meanwhile', async () => {
  const { admin, params, classId } = await school()
  const shown = async () =>
    (await admin.call(listClasses, { params })).result.classes.map(({ name, archived }) => [name, archived])
  await admin.call(saveClass, { params, body: { classId, archived: true } })
  await admin.call(saveClass, { params, body: { classId, name: '毕业班' } })
  expect(await shown()).toEqual([['毕业班', true]])
  await admin.call(saveClass, { params, body: { classId, archived: false } })
  expect(await shown()).toEqual([['毕业班', false]])
})
