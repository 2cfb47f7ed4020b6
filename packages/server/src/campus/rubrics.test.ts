import { assignItem, getClass, listProgress } from '@lantern/contract/campus/assignments.ts'
import { markLearner, releaseMarks } from '@lantern/contract/campus/marks.ts'
import { saveRubric } from '@lantern/contract/campus/rubrics.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)

const rubric = [
  {
    name: '阴影稳定',
    levels: [
      { points: 60, text: '边缘不爬动' },
      { points: 30, text: '旋转时仍抖' },
      { points: 0, text: '' },
    ],
  },
  {
    name: '说明',
    levels: [
      { points: 40, text: '讲清理由' },
      { points: 0, text: '没有说明' },
    ],
  },
]
type Rubric = typeof rubric

async function assigned(id: string) {
  const built = await buildClass(site, { id, organisation })
  const lesson = await buildTutorial(site.db, { organisation })
  const { result } = await built.teacher.call(assignItem, {
    params: { classId: id },
    body: { item: lesson.id, opensAt: '2026-03-01T08:00', dueAt: '2026-04-01T08:00' },
  })
  const params = { classId: id, assignmentId: result.id }
  return {
    ...built,
    params,
    save: (criteria: Rubric, person: Person = built.teacher) => person.call(saveRubric, { params, body: { criteria } }),
    mark: (userId: string, levels: number[], points: number | null = null) =>
      built.teacher.call(markLearner, { params, body: { userId, points, feedback: '', levels } }),
    page: async (person: Person) => (await person.call(getClass, { params })).result,
  }
}

const faultOf = ({ status, result }: { status: number; result: { details?: { field: string }[] } }) => [
  status,
  result.details?.[0]?.field,
]

test('a mark by a rubric has the points of its levels; learners read the rubric before, and their levels once released', async () => {
  const { classId, teacher, learners, params, save, mark, page } = await assigned('kl_rubric')
  const [ada, ben] = learners
  expect((await save(rubric)).status).toBe(200)
  expect((await page(ada)).assignments[0]?.rubric).toEqual(rubric)
  expect((await mark(ada.id, [1, 0])).status).toBe(200)
  const { rows } = (await teacher.call(listProgress, { params: { classId }, query: {} })).result
  expect(rows[0]?.cells[0]?.mark).toEqual({ points: 70, feedback: '', levels: [1, 0] })
  expect((await page(ada)).own?.[0]?.mark).toBeNull()
  await teacher.call(releaseMarks, { params, body: {} })
  expect((await page(ada)).own?.[0]?.mark).toEqual({ points: 70, feedback: '', levels: [1, 0] })
  // without levels it is a mark as any other
  await teacher.call(markLearner, { params, body: { userId: ben.id, points: 55, feedback: '' } })
  expect((await page(ben)).own?.[0]?.mark).toEqual({ points: 55, feedback: '' })
})

test('a rubric that does not make 100, without a name, or out of order is refused by its field', async () => {
  const { save, page, teacher } = await assigned('kl_rubric_wrong')
  const [first, second] = rubric
  if (!first || !second) throw new Error('no rubric')
  expect(faultOf(await save([first]))).toEqual([400, 'criteria'])
  expect(faultOf(await save([first, { ...second, name: ' ' }]))).toEqual([400, 'criteria.1.name'])
  const turned = { ...second, levels: second.levels.toReversed() }
  expect(faultOf(await save([first, turned]))).toEqual([400, 'criteria.1.levels.1.points'])
  expect((await page(teacher)).assignments[0]?.rubric).toBeNull()
})

test('levels that a rubric does not have, or not all of them, are refused; a rubric that was used stays', async () => {
  const { learners, teacher, params, save, mark, page } = await assigned('kl_rubric_used')
  const [ada] = learners
  expect(faultOf(await mark(ada.id, [0]))).toEqual([400, 'levels'])
  await save(rubric)
  for (const wrong of [[0], [0, 5], [3, 0], [0, 0, 0]])
    expect(faultOf(await mark(ada.id, wrong))).toEqual([400, 'levels'])
  expect((await mark(ada.id, [0, 0])).status).toBe(200)
  expect(faultOf(await save([]))).toEqual([400, 'criteria'])
  expect((await save(rubric)).status).toBe(200)
  // the mark is taken back, and the rubric with it
  await teacher.call(markLearner, { params, body: { userId: ada.id, points: null, feedback: '' } })
  expect((await save([])).status).toBe(200)
  expect((await page(teacher)).assignments[0]?.rubric).toBeNull()
})

test('teachers of the class set rubrics; for others it is forbidden or not there', async () => {
  const { learners, colleague, admin, save } = await assigned('kl_rubric_who')
  expect([
    (await save(rubric, learners[0])).status,
    (await save(rubric, colleague)).status,
    (await save(rubric, admin)).status,
  ]).toEqual([403, 404, 200])
})
