import { expect, test } from 'vitest'
import { changesBetween } from './changes.ts'
import { emptySection, emptyTutorial } from './empty-forms.ts'
import { nothingChanged, overviewVideoTitle } from './nothing-changed.ts'

const doc = (text: string, marks: object[] = []) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }] }],
})
const bold = [{ type: 'bold' }]

function forms(titles: string[]) {
  const tutorial = emptyTutorial('u_1')
  const sections = titles.map((title) => ({ ...emptySection('normal'), id: title, title, body: doc(`${title}的正文`) }))
  return { ...tutorial, steps: { ...tutorial.steps, sections } }
}

test('steps that came, went, moved or read otherwise are named by their titles', () => {
  const before = forms(['看', '想', '做', '交'])
  const after = forms(['做', '看', '想', '新'])
  const changed = after.steps.sections.map((one) => (one.title === '想' ? { ...one, body: doc('想清楚') } : one))
  expect(changesBetween(before, { ...after, steps: { ...after.steps, sections: changed } })).toEqual([
    { field: 'steps.sections.交', name: '交', kind: 'removed', before: '交\n交的正文', after: '' },
    { field: 'steps.sections.做', name: '做', kind: 'moved', before: '3', after: '1' },
    { field: 'steps.sections.想.body', name: '想', kind: 'changed', before: '想的正文', after: '想清楚' },
    { field: 'steps.sections.新', name: '新', kind: 'added', before: '', after: '新\n新的正文' },
  ])
})

test('what only looks otherwise is a change that reads the same', () => {
  const before = { general: { description: doc('光') } }
  expect(changesBetween(before, { general: { description: doc('光', bold) } })).toEqual([
    { field: 'general.description', name: '', kind: 'changed', before: '光', after: '光' },
  ])
  expect(changesBetween(before, structuredClone(before))).toEqual([])
})

test('a description and an educator plan are compared by their words [CREA-025] [CREA-066]', () => {
  const { general } = emptyTutorial('u_1')
  expect(nothingChanged({ ...general, description: doc('光 ') }, { ...general, description: doc('光', bold) })).toBe(
    true,
  )
  expect(nothingChanged({ ...general, description: doc('光') }, { ...general, description: doc('影') })).toBe(false)
  expect(nothingChanged(general, { ...general, title: 'List<int>' })).toBe(false)
  expect(nothingChanged({ ...general, title: 'List<T>' }, { ...general, title: 'List<int>' })).toBe(false)
  const plan = { ...general, description: doc('课'), instruction: 40 } as never
  expect(nothingChanged(plan, { ...(plan as object), description: doc('  课') } as never)).toBe(true)
  expect(nothingChanged(plan, { ...(plan as object), instruction: 45 } as never)).toBe(false)
  expect(nothingChanged(null, plan)).toBe(false)
})

test('steps are the same only in the same order with the same titles, words, addresses and kinds [CREA-044]', () => {
  const { steps } = forms(['看', '做'])
  const [first, second] = steps.sections as [(typeof steps.sections)[0], (typeof steps.sections)[0]]
  const with_ = (...sections: object[]) => ({ ...steps, sections })
  expect(nothingChanged(steps, structuredClone(steps))).toBe(true)
  expect(nothingChanged(steps, with_(second, first))).toBe(false)
  for (const change of [
    { title: '读' },
    { body: doc('读') },
    { labUrl: 'https://lab.example' },
    { submissionType: 'webgl' },
    { optionType: 'optional' },
  ]) {
    expect(nothingChanged(steps, with_({ ...first, ...change }, second))).toBe(false)
  }
})

test('an overview video goes by its own title, or else by that of the video, or else of the tutorial [CREA-026]', () => {
  const general = { overviewVideoId: 'vd_1', overviewVideoTitle: ' ', title: '光与影' }
  expect(overviewVideoTitle({ ...general, overviewVideoTitle: '先看' }, '成片')).toBe('先看')
  expect(overviewVideoTitle(general, '成片')).toBe('成片')
  expect(overviewVideoTitle(general, null)).toBe('光与影')
  expect(overviewVideoTitle({ ...general, overviewVideoId: null }, null)).toBe('')
})

test('three hundred long steps are compared in a moment', () => {
  const before = forms(Array.from({ length: 300 }, (_, index) => `第${index}步`))
  const long = doc('字'.repeat(3000))
  const sections = before.steps.sections.map((one) => ({ ...one, body: structuredClone(long) }))
  const one = { ...before, steps: { ...before.steps, sections } }
  const other = structuredClone(one)
  const start = performance.now()
  expect(changesBetween(one, other)).toEqual([])
  expect(performance.now() - start).toBeLessThan(1000)
})
