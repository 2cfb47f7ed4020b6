// @vitest-environment jsdom
import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleCard } from '#testing/samples.ts'
import { fakeServer, prepareBrowser } from '#testing/show.tsx'
import { sampleOutlineForms } from '../testing/outline-forms.ts'
import { richText } from '../testing/rich-field.tsx'
import { showInEditor } from '../testing/show-in-editor.tsx'
import { OutlineDetailsPanel } from './outline-details-panel.tsx'
import { outlineFile } from './outline-file.ts'
import { courseKind } from './outline-kind.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

function open(change: Partial<OutlineForms['details']> = {}) {
  const draftEditor = showInEditor(<OutlineDetailsPanel />, {
    kind: courseKind,
    forms: sampleOutlineForms({ details: change }),
    references: { tags: { light: { id: 'light', type: 'topic', name: '光照' } } },
  })
  return { draftEditor, details: () => draftEditor.state().forms.details, user: userEvent.setup() }
}

test('aims, career goals, level, time and flags are kept as they are filled in', async () => {
  const { details, user } = open()
  await user.type(screen.getByRole('textbox', { name: '目标' }), '能画阴影{Enter}能调性能')
  await user.type(screen.getByRole('textbox', { name: '职业方向' }), '技术美术')
  await user.selectOptions(screen.getByRole('combobox', { name: '难度' }), '高级')
  await user.selectOptions(screen.getByRole('combobox', { name: '小时' }), '30小时')
  await user.click(screen.getByRole('switch', { name: '隐藏' }))
  await user.click(screen.getByRole('switch', { name: '会员内容' }))
  expect(details()).toMatchObject({
    objective: '能画阴影\n能调性能',
    careerGoals: '技术美术',
    skillLevel: 'advanced',
    estimationInHour: 30,
    hidden: true,
    premium: true,
  })
})

test('a course gives a certificate when its author says so', async () => {
  const { details, user } = open()
  const gives = screen.getByRole('switch', { name: '颁发证书' })
  expect((gives as HTMLInputElement).checked).toBe(false)
  await user.click(gives)
  expect(details().givesCertificate).toBe(true)
})

test('details that say nothing are not sent, and the field says what would do [CREA-102]', async () => {
  const sent = fakeServer({})
  const { draftEditor, user } = open()
  await user.click(screen.getByRole('button', { name: /光照/ }))
  expect(await draftEditor.save('details')).toBe('invalid')
  expect(await screen.findByText('请至少选择一个资源包、标签或主题。')).toBeTruthy()
  expect(sent).toEqual([])
  await user.type(screen.getByRole('textbox', { name: '目标' }), '能画阴影')
  expect(screen.queryByText('请至少选择一个资源包、标签或主题。')).toBeNull()
})

test('what is to be learned before is found and taken, never the course itself', async () => {
  const card = (id: string, title: string) => sampleCard({ id, slug: id, type: 'course', title })
  const title = { text: '光照', marks: [[0, 2]] }
  fakeServer({
    '/api/learn/search': () => ({
      results: [
        { id: 'lxx_1', type: 'course', course: card('lxx_1', '光照自己'), title, hits: [] },
        { id: 'lco_2', type: 'course', course: card('lco_2', '光照入门'), title, hits: [] },
      ],
    }),
  })
  const { details, user } = open()
  await user.type(screen.getByRole('combobox', { name: '先修内容' }), '光照')
  const options = await screen.findAllByRole('option', { name: /光照/ })
  expect(options.map((option) => option.textContent)).toEqual(['光照入门课程'])
  await user.click(options[0] as HTMLElement)
  expect(details().prerequisites).toEqual(['lco_2'])
})

test('the words come in from a file and are not saved before they were looked at', async () => {
  const { draftEditor, user } = open()
  const exported = outlineFile(
    { id: 'lxx_1', partVersions: { general: 1 } },
    sampleOutlineForms({ general: { description: richText('改过的简介') }, details: { objective: '新的目标' } }),
  )
  await user.upload(fileInput(), new File([exported], 'words.json', { type: 'application/json' }))
  await expect.poll(() => draftEditor.state().forms.details.objective).toBe('新的目标')
  expect(draftEditor.state().forms.general.description).toEqual(richText('改过的简介'))
  expect(await screen.findByText('已填入，检查后保存')).toBeTruthy()
})

test('a bad file says what is wrong with it and changes nothing [CREA-117] [CREA-118]', async () => {
  const { draftEditor, user } = open()
  const before = draftEditor.state().forms
  const words = JSON.parse(outlineFile({ id: 'lxx_1', partVersions: { general: 1 } }, sampleOutlineForms()))
  const give = (change: object) => {
    const text = JSON.stringify({ ...words, ...change })
    return user.upload(fileInput(), new File([text], 'words.json', { type: 'application/json' }))
  }
  for (const [field, words] of [
    ['description', '介绍（description）缺失或格式不对'],
    ['careerGoals', '职业目标（careerGoals）缺失或不是文字'],
    ['objective', '学习目标（objective）缺失或不是文字'],
  ] as const) {
    await give({ [field]: 3 })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words))
  }
  await give({ basedOn: { general: 0, details: 0 } })
  await expect.poll(() => screen.getByRole('alert').textContent).toContain('过期')
  expect(draftEditor.state().forms).toBe(before)
})

function fileInput(): HTMLInputElement {
  return document.querySelector('input[type="file"]') as HTMLInputElement
}
