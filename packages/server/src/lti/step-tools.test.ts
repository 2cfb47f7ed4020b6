import { emptySection } from '@lantern/contract/authoring/empty-forms.ts'
import { publishTutorial } from '@lantern/contract/authoring/tutorial-editing.ts'
import { assignItem, getClass, listProgress } from '@lantern/contract/campus/assignments.ts'
import { getRecord, toggleStep, toggleTutorial } from '@lantern/contract/learning/records.ts'
import { addStepTool, getStepTool, listStepTools } from '@lantern/contract/lti/step-tools.ts'
import { removeLtiTool, saveLtiTool } from '@lantern/contract/lti/tools.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { soundSection, soundTutorial } from '#testing/draft-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { resultScope, scoreScope } from './ags-scopes.ts'
import { claimBase, deepLinkingBase, recordOf } from './claims.ts'
import { saidBy, toolAt } from './testing/as-tool.ts'
import { playPlatform } from './testing/play-platform.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
const school = await buildOrganisation(site.db)
const played = await playPlatform()
const { launch, leaveFor, asTool, scoreOf, postChoice } = toolAt(site, played)
const endpointClaim = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'

/** A class, a tool of its school, and a lesson of a maker who teaches there, with nothing of the tool yet. */
async function place(id: string, more: object = {}) {
  const people = await buildClass(site, { id, organisation: school })
  const { result: tool } = await people.admin.call(saveLtiTool, { params: { id: school }, body: saidBy(played, more) })
  const maker = await site.user({ groups: ['campus_creator'], member: 'educator' })
  const lesson = await buildTutorial(site.db, { organisation: school, ownerId: maker.id, authorId: maker.id, steps: 1 })
  return { ...people, tool, maker, lesson }
}

/** The maker publishes the lesson with this as its second step. */
async function publish(maker: Person, lesson: { id: string }, toolLinkId: string, optionType: 'required' | 'optional') {
  const { general, steps, details } = await soundTutorial(site.db, maker.id)
  const step = { ...emptySection('tool'), title: '在工具里做', body: '<p>做一遍。</p>', toolLinkId, optionType }
  const sections = [soundSection('看'), step]
  const body = { ...general, steps: { ...steps, sections }, details }
  const answer = await maker.call(publishTutorial, { params: { id: lesson.id }, body })
  expect(answer.status, JSON.stringify(answer.result)).toBe(200)
  return { stepId: step.id, readId: sections[0]?.id ?? '' }
}

async function choose({ maker, lesson, tool }: Awaited<ReturnType<typeof place>>, items: object[]) {
  const { claims, start } = await launch(
    maker,
    `/lti/lesson/${lesson.id}/${tool.id}`,
    tool.id,
    `${played.issuer}/choose`,
  )
  return { claims, start, answer: await postChoice(tool.id, claims, items) }
}

async function stepOf(place_: Awaited<ReturnType<typeof place>>, optionType: 'required' | 'optional' = 'required') {
  const params = { id: place_.lesson.id }
  const body = { toolId: place_.tool.id, title: '走路循环' }
  const { result } = await place_.maker.call(addStepTool, { params, body })
  return { linkId: result.id, ...(await publish(place_.maker, place_.lesson, result.id, optionType)) }
}

const walk = { type: 'ltiResourceLink', title: '走路', url: 'http://tool.example/walk', custom: { speed: '2' } }
const read = (person: Person, id: string, stepId: string) => person.call(getStepTool, { params: { id, stepId } })
const isDone = async (person: Person, id: string, stepId: string) =>
  (await person.call(getRecord, { query: { id } })).result.recordMap[id]?.steps[stepId]?.completed ?? false

test('a maker chooses at a tool of the school, and what comes back signed is a step that a learner opens', async () => {
  const all = await place('kl_step')
  const { lesson, tool, maker, learners } = all
  const [ada] = learners
  const { claims, answer } = await choose(all, [{ ...walk, lineItem: { scoreMaximum: 10 } }, walk])
  expect(claims).toMatchObject({
    [`${claimBase}message_type`]: 'LtiDeepLinkingRequest',
    [`${claimBase}context`]: { id: lesson.id },
    [`${deepLinkingBase}deep_linking_settings`]: { accept_multiple: false },
  })
  // what could be marked, and whose names could be asked for, is not there yet
  expect(claims).not.toHaveProperty(endpointClaim)
  expect(answer.statusCode).toBe(200)
  const { links, tools } = (await maker.call(listStepTools, { params: { id: lesson.id } })).result
  expect([links.map(({ title }) => title), tools.map(({ canChoose }) => canChoose)]).toEqual([['走路'], [true]])
  expect(answer.body).toContain(links[0]?.id)

  const { stepId } = await publish(maker, lesson, links[0]?.id ?? '', 'required')
  expect((await read(ada, lesson.id, stepId)).result).toMatchObject({ state: 'open', title: '走路', isMarked: true })
  const opened = await launch(ada, `/lti/step/${lesson.id}/${stepId}`, tool.id)
  expect(opened.claims).toMatchObject({
    [`${claimBase}message_type`]: 'LtiResourceLinkRequest',
    [`${claimBase}target_link_uri`]: 'http://tool.example/walk',
    [`${claimBase}resource_link`]: { id: links[0]?.id, title: '走路' },
    [`${claimBase}context`]: { id: lesson.id, type: ['http://purl.imsglobal.org/vocab/lis/v2/course#CourseOffering'] },
    [`${claimBase}custom`]: { speed: '2' },
    [`${claimBase}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
    [`${claimBase}launch_presentation`]: { document_target: 'window' },
  })
  expect(JSON.stringify(opened.claims)).not.toContain('memberships')
  const framed = await launch(ada, `/lti/step/${lesson.id}/${stepId}?frame=true`, tool.id)
  expect(framed.claims).toMatchObject({ [`${claimBase}launch_presentation`]: { document_target: 'iframe' } })
  const shell = await ada.inject({ method: 'GET', url: `/lti/step/${lesson.id}/${stepId}/frame` })
  expect(shell.headers['content-security-policy']).toContain(`frame-src 'self' ${played.issuer} http://tool.example;`)
})

test('a mark that says done ticks the step, stands in the lesson, and counts in the class that it was given to', async () => {
  const all = await place('kl_marks')
  const { classId, lesson, tool, teacher, learners } = all
  const [ada, ben] = learners
  const { stepId } = await stepOf(all)
  const day = site.clock.now().toISOString().slice(0, 10)
  const body = {
    item: lesson.id,
    opensAt: `${day}T00:00`,
    dueAt: `${Number(day.slice(0, 4)) + 1}${day.slice(4)}T22:00`,
  }
  expect((await teacher.call(assignItem, { params: { classId }, body })).status).toBe(200)
  const tick = (person: Person) =>
    person.call(toggleStep, { body: { id: lesson.id, type: 'tutorial', stepId, completed: true } })
  expect((await tick(ada)).result.code).toBe('tool_required')

  const { claims } = await launch(ada, `/lti/step/${lesson.id}/${stepId}`, tool.id)
  const { lineitem, lineitems } = recordOf(claims?.[endpointClaim])
  const ask = await asTool(tool.id, scoreScope, resultScope)
  const send = (more: object) => ask('POST', `${lineitem}/scores`, scoreOf(claims?.sub, 15, more), 'v1.score')
  expect((await send({ activityProgress: 'InProgress', comment: '左膝还有抖动。' })).statusCode).toBe(204)
  expect((await read(ada, lesson.id, stepId)).result).toMatchObject({
    percent: 75,
    isDone: false,
    comments: ['左膝还有抖动。'],
  })
  expect(await isDone(ada, lesson.id, stepId)).toBe(false)
  site.clock.advance({ minutes: 1 })
  expect((await send({ scoreGiven: 18 })).statusCode).toBe(204)
  expect((await send({ scoreGiven: 18 })).statusCode).toBe(204)
  expect((await read(ada, lesson.id, stepId)).result).toMatchObject({ percent: 90, isDone: true })
  expect(await isDone(ada, lesson.id, stepId)).toBe(true)

  const cells = (await teacher.call(listProgress, { params: { classId }, query: {} })).result.rows
  const cellOf = ({ id }: Person) => cells.find(({ userId }) => userId === id)?.cells[0]
  expect(cellOf(ada)).toMatchObject({ begun: true, percent: 50, toolMark: 90 })
  expect(cellOf(ben)).toMatchObject({ begun: false, toolMark: null })
  expect((await ada.call(getClass, { params: { classId } })).result.own?.[0]?.toolMark).toBe(90)

  // the tool says nothing of who never came, and sees no columns but the step's
  expect((await ask('POST', `${lineitem}/scores`, scoreOf('nobody', 1), 'v1.score')).statusCode).toBe(404)
  const reading = await asTool(tool.id, 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem.readonly')
  expect((await reading('GET', String(lineitems))).json()).toMatchObject([{ label: '走路循环', scoreMaximum: 100 }])
})

test('who may not see the lesson neither opens its tool nor learns that it is there', async () => {
  const all = await place('kl_hidden')
  const { lesson, tool } = all
  const { stepId, readId } = await stepOf(all)
  const stranger = await site.user({ groups: ['campus_creator'] })
  for (const path of [stepId, `${stepId}/frame`]) {
    const answer = await stranger.inject({ method: 'GET', url: `/lti/step/${lesson.id}/${path}` })
    expect(answer.statusCode, path).toBe(404)
  }
  expect((await read(stranger, lesson.id, stepId)).status).toBe(404)
  const choosing = await stranger.inject({ method: 'GET', url: `/lti/lesson/${lesson.id}/${tool.id}` })
  expect(choosing.statusCode).toBe(404)
  expect((await stranger.call(listStepTools, { params: { id: lesson.id } })).status).toBe(404)
  const [ada] = all.learners
  expect((await ada.call(listStepTools, { params: { id: lesson.id } })).status).toBe(403)
  // a step that is no tool opens nothing
  expect((await read(ada, lesson.id, readId)).status).toBe(404)
  const guest = await site.guest().inject({ method: 'GET', url: `/lti/step/${lesson.id}/${stepId}` })
  expect(guest.headers.location).toContain('/auth/')
})

test('a tool as a step of a lesson that waits for another one opens once that is done', async () => {
  const all = await place('kl_waits')
  const { classId, lesson, tool, teacher, learners } = all
  const [ada] = learners
  const { stepId } = await stepOf(all)
  const needed = await buildTutorial(site.db, { organisation: school })
  const day = site.clock.now().toISOString().slice(0, 10)
  const dates = { opensAt: `${day}T00:00`, dueAt: `${Number(day.slice(0, 4)) + 1}${day.slice(4)}T22:00` }
  const assign = async (item: string, prerequisites: { assignmentId: string }[] = []) =>
    (await teacher.call(assignItem, { params: { classId }, body: { item, ...dates, prerequisites } })).result.id
  await assign(lesson.id, [{ assignmentId: await assign(needed.id) }])
  const paths = [stepId, `${stepId}?frame=true`, `${stepId}/frame`].map((path) => `/lti/step/${lesson.id}/${path}`)
  const open = async (path: string) => (await ada.inject({ method: 'GET', url: path })).statusCode
  for (const path of paths) expect(await open(path), path).toBe(422)
  expect((await read(ada, lesson.id, stepId)).result.code).toBe('item_locked')
  await ada.call(toggleTutorial, { body: { id: needed.id, type: 'tutorial', completed: true } })
  expect((await launch(ada, `/lti/step/${lesson.id}/${stepId}`, tool.id)).claims).toHaveProperty('sub')
  expect((await read(ada, lesson.id, stepId)).result.state).toBe('open')
})

test('a tool that was removed says so in the step, which can be ticked by hand then', async () => {
  const all = await place('kl_gone')
  const { lesson, tool, admin, maker, learners } = all
  const [ada] = learners
  const { stepId } = await stepOf(all)
  await admin.call(removeLtiTool, { params: { id: school }, body: { toolId: tool.id } })
  expect((await read(ada, lesson.id, stepId)).result).toMatchObject({ state: 'gone', isMarked: false })
  expect((await ada.inject({ method: 'GET', url: `/lti/step/${lesson.id}/${stepId}` })).statusCode).toBe(404)
  const shell = await ada.inject({ method: 'GET', url: `/lti/step/${lesson.id}/${stepId}/frame` })
  expect([shell.statusCode, shell.body.includes('<iframe')]).toEqual([200, false])
  const body = { id: lesson.id, type: 'tutorial' as const, stepId, completed: true }
  expect((await ada.call(toggleStep, { body })).status).toBe(200)
  const { links, tools } = (await maker.call(listStepTools, { params: { id: lesson.id } })).result
  expect(links.map(({ isGone }) => isGone)).toEqual([true])
  expect(tools.some(({ id }) => id === tool.id)).toBe(false)
})

test('what was chosen for one lesson opens nothing in another, and a step without a tool is not published', async () => {
  const all = await place('kl_other')
  const { maker, learners } = all
  const [ada] = learners
  const { linkId } = await stepOf(all)
  const other = await buildTutorial(site.db, { organisation: school, ownerId: maker.id, authorId: maker.id })
  const { stepId } = await publish(maker, other, linkId, 'optional')
  expect((await read(ada, other.id, stepId)).result.state).toBe('gone')
  expect((await ada.inject({ method: 'GET', url: `/lti/step/${other.id}/${stepId}` })).statusCode).toBe(404)
  const { general, steps, details } = await soundTutorial(site.db, maker.id)
  const body = { ...general, steps: { ...steps, sections: [{ ...emptySection('tool'), title: '做' }] }, details }
  const { status, result } = await maker.call(publishTutorial, { params: { id: other.id }, body })
  expect([status, result.details?.[0]?.field]).toEqual([400, expect.stringMatching(/toolLinkId$/)])
})

test('a choice for a step counts once, and only while its maker still edits the lesson', async () => {
  const all = await place('kl_once')
  const { lesson, tool, maker } = all
  const first = await choose(all, [walk])
  const again = await postChoice(tool.id, first.claims, [walk])
  expect([first.answer.statusCode, again.statusCode]).toEqual([200, 422])
  const { claims } = await launch(maker, `/lti/lesson/${lesson.id}/${tool.id}`, tool.id, `${played.issuer}/choose`)
  await site.db.updateTable('users').set({ groups: [] }).where('id', '=', maker.id).execute()
  expect((await postChoice(tool.id, claims, [walk])).statusCode).toBe(403)
  const kept = await site.db.selectFrom('lti_tool_links').select('id').where('item_id', '=', lesson.id).execute()
  expect(kept).toHaveLength(1)
})

test('the column of a step is out of reach from a class of the same tool', async () => {
  const all = await place('kl_apart')
  const { lesson, tool, learners } = all
  const { stepId } = await stepOf(all)
  const { claims } = await launch(learners[0], `/lti/step/${lesson.id}/${stepId}`, tool.id)
  const column = String(recordOf(claims?.[endpointClaim]).lineitem)
  const other = await place('kl_apart_too')
  const ask = await asTool(other.tool.id, scoreScope)
  const stolen = column.replace(tool.id, other.tool.id)
  expect((await ask('POST', `${column}/scores`, scoreOf(claims?.sub, 20), 'v1.score')).statusCode).toBe(404)
  expect((await ask('POST', `${stolen}/scores`, scoreOf(claims?.sub, 20), 'v1.score')).statusCode).toBe(404)
  // and the way to a tool begins at the lesson alone
  expect((await leaveFor(learners[0], `/lti/step/${lesson.id}/${stepId}`)).origin).toBe(played.issuer)
})

test('choosing goes on where no step names a link any more; those of a step, of a draft and with a mark stay', async () => {
  const all = await place('kl_full')
  const { lesson, tool, maker, learners } = all
  const [ada] = learners
  const { linkId: marked, stepId } = await stepOf(all)
  const { claims } = await launch(ada, `/lti/step/${lesson.id}/${stepId}`, tool.id)
  const { lineitem } = recordOf(claims?.[endpointClaim])
  const ask = await asTool(tool.id, scoreScope)
  expect((await ask('POST', `${lineitem}/scores`, scoreOf(claims?.sub, 15), 'v1.score')).statusCode).toBe(204)
  const { linkId: named } = await stepOf(all)

  const begun = site.clock.now().getTime()
  const unused = Array.from({ length: 98 }, (_, at) => ({
    id: `ltl_full${at}`,
    tool_id: tool.id,
    item_id: lesson.id,
    title: '选了没用',
    url: 'http://tool.example/walk',
    custom: '{}',
    created_by: maker.id,
    created_at: new Date(begun + at),
  }))
  await site.db.insertInto('lti_tool_links').values(unused).execute()
  const body = { toolId: tool.id, title: '再选一次' }
  const add = () => maker.call(addStepTool, { params: { id: lesson.id }, body })
  expect((await add()).status).toBe(200)
  const links = site.db.selectFrom('lti_tool_links').select('id').where('item_id', '=', lesson.id)
  const kept = (await links.execute()).map(({ id }) => id)
  expect(kept).toHaveLength(100)
  expect(kept).toEqual(expect.arrayContaining([marked, named, 'ltl_full1']))
  expect(kept).not.toContain('ltl_full0')

  const inDraft = JSON.stringify({ toolLinkIds: kept })
  await site.db.updateTable('drafts').set({ forms: inDraft }).where('item_id', '=', lesson.id).execute()
  expect((await add()).result).toMatchObject({ code: 'conflict' })
})

test('a mark for who lost the lesson since is taken and kept, and ticks nothing', async () => {
  const all = await place('kl_lost')
  const { lesson, tool, learners } = all
  const [ada] = learners
  const { stepId } = await stepOf(all)
  const { claims } = await launch(ada, `/lti/step/${lesson.id}/${stepId}`, tool.id)
  const { lineitem } = recordOf(claims?.[endpointClaim])
  const memberships = site.db.updateTable('memberships').where('user_id', '=', ada.id)
  await memberships.set({ ended_at: site.clock.now() }).execute()
  expect((await read(ada, lesson.id, stepId)).status).toBe(404)
  const ask = await asTool(tool.id, scoreScope)
  const answer = await ask('POST', `${lineitem}/scores`, scoreOf(claims?.sub, 20), 'v1.score')
  expect(answer.statusCode).toBe(204)
  await memberships.set({ ended_at: null }).execute()
  expect((await read(ada, lesson.id, stepId)).result).toMatchObject({ percent: 100, isDone: true })
  expect(await isDone(ada, lesson.id, stepId)).toBe(false)
})
