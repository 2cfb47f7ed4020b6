// @vitest-environment jsdom
import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { box, button, choice, confirmIn, flag } from '../testing/controls.ts'
import { endPicking, pickMedia } from '../testing/media-picking.ts'
import { openTutorial, paths } from '../testing/open-tutorial.tsx'
import { sampleForms, step, text, withGeneral } from '../testing/sample-draft.ts'

vi.mock('../fields/rich-field.tsx', () => import('../testing/rich-field.tsx'))
vi.mock('#media/index.ts', async (load) => ({ ...(await load<object>()), pickMedia }))

beforeEach(prepareBrowser)

const steps = (...sections: TutorialForms['steps']['sections']) => ({ ...sampleForms().steps, sections })
const withSteps = (...sections: TutorialForms['steps']['sections']) => ({
  at: '?tab=s',
  draft: { forms: sampleForms({ steps: steps(...sections) }) },
})
const outline = () => screen.getByRole('navigation', { name: '步骤' })
const rows = () => within(outline()).getAllByRole('listitem')
const titles = () => rows().map((row) => row.querySelector('.clip-1')?.textContent)

test('a change of the language is saved at once and says so [CREA-047] [CREA-046]', async () => {
  const { sent, bodies } = openTutorial()
  await userEvent.setup().selectOptions(choice('语言'), 'ja')
  expect(await screen.findByText('修改已保存。')).toBeTruthy()
  expect(sent()).toEqual([paths.general])
  expect(bodies(paths.general)[0]).toMatchObject({ language: 'ja', baseVersion: 15 })
})

test('under /campus/ the general form says so, and what it creates belongs to the campus [CREA-108]', async () => {
  const { sent, queries } = openTutorial({ campus: true })
  await userEvent.setup().selectOptions(choice('语言'), 'ja')
  await waitFor(() => expect(sent()).toEqual([paths.general]))
  expect(queries(paths.general)[0]?.get('campus')).toBe('true')
})

test('language, title, description, thumbnail and owner are each asked for, and a toast names them joined by commas [CREA-086] [PLAT-047]', async () => {
  const { sent } = openTutorial(
    withGeneral({ language: '', title: '', description: text(), thumbnailId: null, ownerId: '' }),
  )
  await userEvent.setup().click(button('保存'))
  expect(await screen.findByText('还要填写：语言、标题、简介、封面、所有者。')).toBeTruthy()
  expect(screen.getAllByText('请填写这一项。')).toHaveLength(5)
  expect(sent()).not.toContain(paths.general)
})

test('a title takes 135 characters and counts them [CREA-087]', async () => {
  openTutorial(withGeneral({ title: '影'.repeat(134) }))
  await userEvent.setup().type(box('标题'), '子们')
  expect(box('标题').value).toBe(`${'影'.repeat(134)}子`)
  expect(screen.getByText('135 / 135')).toBeTruthy()
})

test('a step is moved with the keyboard and by its menu [CREA-054]', async () => {
  openTutorial(withSteps(step('se_1', '一'), step('se_2', '二'), step('se_3', '三')))
  const user = userEvent.setup()
  within(outline()).getByRole('button', { name: '移动第1步' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(titles()).toEqual(['二', '一', '三'])
  await user.click(within(outline()).getByRole('button', { name: '第3步的更多操作' }))
  await user.click(within(rows()[2] as HTMLElement).getByRole('menuitem', { name: '上移' }))
  expect(titles()).toEqual(['二', '三', '一'])
})

test('a step is deleted only after a confirmation, a submission step with its own words [CREA-055] [CREA-008]', async () => {
  openTutorial(withSteps(step('se_1', '一'), step('se_2', '交作品', { type: 'submission', submissionType: 'media' })))
  const user = userEvent.setup()
  const askFor = async (number: number) => {
    await user.click(within(outline()).getByRole('button', { name: `第${number}步的更多操作` }))
    await user.click(within(rows()[number - 1] as HTMLElement).getByRole('menuitem', { name: '删除' }))
  }
  await askFor(2)
  await confirmIn(user, '删除作品提交步骤（第2步\u2002交作品）？', '取消')
  expect(titles()).toEqual(['一', '交作品'])
  await askFor(1)
  await confirmIn(user, '删除第1步\u2002一？', '删除')
  expect(titles()).toEqual(['交作品'])
  expect(box('步骤标题').value).toBe('交作品')
})

test('a step folds alone, and all of them at once [CREA-056] [CREA-057]', async () => {
  openTutorial(withSteps(step('se_1', '一'), step('se_2', '二')))
  const user = userEvent.setup()
  const unfolded = () =>
    screen.queryAllByRole('region', { name: /^第\d步$/ }).map((region) => region.getAttribute('aria-label'))
  expect(unfolded()).toEqual(['第1步'])
  await user.click(button('全部收起'))
  expect(unfolded()).toEqual([])
  await user.click(button('全部展开'))
  expect(unfolded()).toEqual(['第1步', '第2步'])
  await user.click(within(screen.getByRole('region', { name: '第1步' })).getByRole('button', { name: '收起' }))
  expect(unfolded()).toEqual(['第2步'])
})

test('only the open step has an editor', async () => {
  openTutorial(withSteps(...Array.from({ length: 300 }, (_, at) => step(`se_${at}`, `步骤${at + 1}`))))
  expect(document.querySelectorAll('[data-rich]')).toHaveLength(1)
  const user = userEvent.setup()
  await user.click(within(outline()).getByRole('button', { name: /^300/ }))
  expect(box('步骤标题').value).toBe('步骤300')
  expect(document.querySelectorAll('[data-rich]')).toHaveLength(1)
})

test('a second lab and a second submission step are refused in the head, without a request [CREA-058] [CREA-059]', async () => {
  const lab = step('se_1', '实验', { type: 'lab', labUrl: 'https://lab.example.test' })
  const submission = step('se_2', '交作品', { type: 'submission', submissionType: 'media' })
  const { sent } = openTutorial(withSteps(lab, submission))
  const user = userEvent.setup()
  await user.click(button('云实验'))
  expect(screen.getByRole('alert').textContent).toContain('一个教程最多只能有一个实验步骤。')
  await user.click(button('作品提交'))
  expect(screen.getByRole('alert').textContent).toContain('一个教程最多只能有一个提交步骤。')
  expect([titles(), sent()]).toEqual([['实验', '交作品'], []])
  await user.click(button('知道了'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('adding a step posts the steps and opens the one that came back', async () => {
  const { sent } = openTutorial(withSteps(step('se_1', '一')))
  await userEvent.setup().click(button('云实验'))
  await waitFor(() => expect(titles()).toEqual(['一', '未命名步骤']))
  expect(sent()).toEqual(['/api/learn/tutorial/ltu_1/addStep/lab'])
  expect(box('步骤标题')).toBe(document.activeElement)
})

test('without a network a step is added here and goes out with the next save', async () => {
  const { server } = openTutorial(withSteps(step('se_1', '一')))
  server.away = true
  await userEvent.setup().click(button('添加正文步骤'))
  await waitFor(() => expect(titles()).toEqual(['一', '未命名步骤']))
  server.away = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(server.draft.forms.steps.sections).toHaveLength(2))
})

test('steps that say the same are not saved by hand; another title, order or address is, which the page says [CREA-044] [CREA-104]', async () => {
  const lab = step('se_1', '实验', { type: 'lab', labUrl: 'https://lab.example.test' })
  const { sent } = openTutorial(withSteps(lab, step('se_2', '二')))
  const user = userEvent.setup()
  await user.click(button('保存'))
  expect(sent()).toEqual([])
  await user.type(box('步骤标题'), '一')
  expect(screen.queryByText('修改已保存。')).toBeNull()
  await user.click(button('保存'))
  await waitFor(() => expect(sent()).toContain(paths.steps))
  expect(await screen.findByText('修改已保存。')).toBeTruthy()
  const before = sent().filter((path) => path === paths.steps).length
  within(outline()).getByRole('button', { name: '移动第1步' }).focus()
  await user.keyboard('{ArrowDown}')
  await user.click(button('保存'))
  await waitFor(() => expect(sent().filter((path) => path === paths.steps)).toHaveLength(before + 1))
  await user.type(box('实验地址'), '/2')
  await user.click(button('保存'))
  await waitFor(() => expect(sent().filter((path) => path === paths.steps)).toHaveLength(before + 2))
})

test('the level of the steps is asked for [CREA-088]', async () => {
  const { sent } = openTutorial({
    at: '?tab=s',
    draft: { forms: sampleForms({ steps: { ...sampleForms().steps, skillLevel: null } }) },
  })
  await userEvent.setup().click(button('保存'))
  expect(await screen.findByText('还要填写：难度。')).toBeTruthy()
  expect(choice('难度').getAttribute('aria-invalid')).toBe('true')
  expect(sent()).not.toContain(paths.steps)
})

test('a lab asks for its address, which has to be one, and the outline says so [CREA-089] [CREA-090] [PLAT-062] [PLAT-063]', async () => {
  openTutorial(withSteps(step('se_1', '实验', { type: 'lab' })))
  const user = userEvent.setup()
  await user.click(box('实验地址'))
  await user.tab()
  expect(screen.getByText('请填写这一项。')).toBeTruthy()
  expect(rows()[0]?.textContent).toContain('缺少实验地址')
  await user.type(box('实验地址'), 'lab')
  expect(screen.getAllByText('请输入完整的网址，以http或https开头。')).toHaveLength(2)
  await user.clear(box('实验地址'))
  await user.type(box('实验地址'), 'https://lab.example.test')
  expect(screen.queryByText('请输入完整的网址，以http或https开头。')).toBeNull()
})

test('a submission step asks what is submitted [CREA-091]', async () => {
  const { sent } = openTutorial(withSteps(step('se_1', '交作品', { type: 'submission', submissionType: null })))
  const user = userEvent.setup()
  await user.click(button('保存'))
  expect(await screen.findByText('还要填写：作品类型。')).toBeTruthy()
  expect(sent()).not.toContain(paths.steps)
  await user.selectOptions(choice('作品类型'), 'webgl')
  await user.click(button('保存'))
  await waitFor(() => expect(sent()).toContain(paths.steps))
})

test('peer feedback is switched on with two questions, and takes a third; each has to be written', async () => {
  const { sent, bodies } = openTutorial(
    withSteps(step('se_1', '交作品', { type: 'submission', submissionType: 'media' })),
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('switch', { name: '学员互评作品' }))
  await user.type(box('问题1'), '哪一处最好？')
  await user.click(button('保存'))
  expect(await screen.findByText('还要填写：互评的问题。')).toBeTruthy()
  expect(sent()).not.toContain(paths.steps)
  await user.type(box('问题2'), '哪一处可以改？')
  await user.click(button('再加一个问题'))
  expect(screen.queryByRole('button', { name: '再加一个问题' })).toBeNull()
  await user.click(button('去掉最后一个问题'))
  await user.click(button('保存'))
  await waitFor(() => expect(sent()).toContain(paths.steps))
  expect(JSON.stringify(bodies(paths.steps))).toContain('"peerQuestions":["哪一处最好？","哪一处可以改？"]')
})

test('hours go one by one to 24 and then by five to 200, minutes by five [CREA-100] [CREA-101]', () => {
  openTutorial({ at: '?tab=s' })
  const offered = (name: string) => [...choice(name).options].map(({ value }) => value).filter(Boolean)
  const hours = offered('小时')
  expect([hours.slice(0, 3), hours.slice(23, 27), hours.at(-1)]).toEqual([
    ['0', '1', '2'],
    ['23', '24', '25', '30'],
    '200',
  ])
  expect(offered('分钟')).toEqual(['0', '5', '10', '15', '20', '25', '30', '35', '40', '45', '50', '55'])
})

test('a version range that runs backwards is refused in words [CREA-115]', async () => {
  const { sent } = openTutorial({ at: '?tab=s' })
  const user = userEvent.setup()
  await user.click(flag('所有版本都适用'))
  await user.selectOptions(choice('最低版本'), '3.3')
  await user.selectOptions(choice('最高版本'), '3.2')
  const words = '引擎版本范围不对：起始版本不能比结束版本新，两端至少选一个。'
  expect(screen.getByText(words)).toBeTruthy()
  await user.click(button('保存'))
  expect(sent()).not.toContain(paths.steps)
  await user.selectOptions(choice('最高版本'), '3.3')
  expect(screen.queryByText(words, { selector: 'p span' })).toBeNull()
})

test('hidden, premium and offline are saved with the details [CREA-060]', async () => {
  const { bodies } = openTutorial({ at: '?tab=d' })
  const user = userEvent.setup()
  for (const name of ['隐藏', '会员内容', '线下内容']) await user.click(flag(name))
  await user.click(button('保存'))
  await waitFor(() => expect(bodies(paths.details)).toHaveLength(1))
  expect(bodies(paths.details)[0]).toMatchObject({ hidden: true, premium: true, offline: true })
})

test('details that say the same are not saved by hand [CREA-045]', async () => {
  const { sent } = openTutorial({ at: '?tab=d' })
  const user = userEvent.setup()
  await user.click(flag('隐藏'))
  await user.click(flag('隐藏'))
  await user.click(button('移除“光照”'))
  await user.click(button('保存'))
  await waitFor(() => expect(sent()).toContain(paths.details))
  const before = sent().length
  await user.click(button('保存'))
  expect(sent()).toHaveLength(before)
})

test('a cover that is too small says so where it is chosen, with the size that is needed', async () => {
  openTutorial(withGeneral({ thumbnailId: null }))
  const user = userEvent.setup()
  const choose = async (picture: object) => {
    await user.click(button(/选择图片|换一张/))
    endPicking({ imageId: 'img_2', thumbnailUrl: '/media/images/img_2/orig.svg', ...picture })
  }
  await choose({ width: 24, height: 24 })
  expect(await screen.findByText('1张图片太小：只有24 × 24像素，这里至少要390 × 219像素。')).toBeTruthy()
  await choose({ imageId: 'img_3', width: 570, height: 320 })
  await waitFor(() => expect(screen.queryByText(/图片太小/)).toBeNull())
})
