// @vitest-environment jsdom
import { emptyEducatorPlan, emptySolutionPlan } from '@lantern/contract/authoring/empty-forms.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { box, button, choice, confirmIn, flag } from '../testing/controls.ts'
import { endPicking, pickMedia } from '../testing/media-picking.ts'
import { openTutorial, paths } from '../testing/open-tutorial.tsx'
import { text, withGeneral } from '../testing/sample-draft.ts'

vi.mock('../fields/rich-field.tsx', () => import('../testing/rich-field.tsx'))
vi.mock('#media/index.ts', async (load) => ({ ...(await load<object>()), pickMedia }))

beforeEach(prepareBrowser)

test('an exercise is given up only after a confirmation, which clears its solution and saves [CREA-048] [CREA-049] [CREA-008]', async () => {
  const { sent, bodies } = openTutorial(
    withGeneral({ isExercise: true, solutionPlan: { ...emptySolutionPlan(), body: text('这样做') } }),
  )
  const user = userEvent.setup()
  await user.click(flag('这是一个练习'))
  expect(flag('这是一个练习').checked).toBe(true)
  await confirmIn(user, '不再作为练习？', '取消')
  expect([flag('这是一个练习').checked, sent()]).toEqual([true, []])
  await user.click(flag('这是一个练习'))
  await confirmIn(user, '不再作为练习？', '取消练习并清除解答')
  await waitFor(() => expect(sent()).toEqual([paths.general]))
  expect(bodies(paths.general)[0]).toMatchObject({ isExercise: false, solutionPlan: null })
  expect(flag('这是一个练习').checked).toBe(false)
})

test('a solution plan begins empty and open to all, and its flag and materials can be changed [CREA-050] [CREA-052] [CREA-053]', async () => {
  const { server } = openTutorial(withGeneral({ isExercise: true }))
  const user = userEvent.setup()
  await user.click(button('添加参考解答'))
  expect([box('解答正文').value, flag('提交作品后才能看').checked]).toEqual(['', false])
  await user.click(flag('提交作品后才能看'))
  const plan = screen.getByRole('group', { name: '解答资料' })
  await user.click(within(plan).getByRole('button', { name: '添加链接' }))
  await user.type(box('网址'), 'not an address')
  await user.click(button('添加'))
  expect(screen.getByText('请输入完整的网址，以http或https开头。')).toBeTruthy()
  await user.clear(box('网址'))
  await user.type(box('网址'), 'https://docs.example.test/csm')
  await user.type(box('名称'), '文档{Enter}')
  await user.click(button('保存'))
  await waitFor(() =>
    expect(server.draft.forms.general.solutionPlan).toMatchObject({
      requiredComplete: true,
      materials: [{ type: 'link', name: '文档', url: 'https://docs.example.test/csm' }],
    }),
  )
  await user.click(button('移除“文档”'))
  expect(within(plan).queryByText('文档')).toBeNull()
})

test('a solution plan is removed only after a confirmation [CREA-051]', async () => {
  openTutorial(withGeneral({ isExercise: true, solutionPlan: { ...emptySolutionPlan(), body: text('这样做') } }))
  const user = userEvent.setup()
  await user.click(button('移除解答'))
  await confirmIn(user, '移除参考解答？', '取消')
  expect(box('解答正文').value).toBe('这样做')
  await user.click(button('移除解答'))
  await confirmIn(user, '移除参考解答？', '移除')
  expect(button('添加参考解答')).toBeTruthy()
})

test('an educator plan begins empty; only its description has to be filled [CREA-064] [CREA-099]', async () => {
  const { sent } = openTutorial()
  const user = userEvent.setup()
  await user.click(button('添加教学方案'))
  const empty = ['方案说明', '学习成果', '教学目标', '课程标准', '课前准备'].map((name) => box(name).value)
  expect(empty).toEqual(['', '', '', '', ''])
  await user.click(button('保存'))
  expect(await screen.findByText('还要填写：简介。')).toBeTruthy()
  expect(sent().filter((path) => path === paths.general)).toEqual([])
  await user.type(box('方案说明'), '两节课')
  await user.click(button('保存'))
  expect(await screen.findByText('修改已保存。')).toBeTruthy()
})

test('what changes in a plan, a list or the form while a file is looked for stays when it is chosen', async () => {
  const { server } = openTutorial(
    withGeneral({ educatorPlan: { ...emptyEducatorPlan(), description: text('两课时') } }),
  )
  const user = userEvent.setup()
  const materials = screen.getByRole('group', { name: '资料' })
  await user.click(within(materials).getByRole('button', { name: '添加文件' }))
  await user.type(box('教学目标'), '会算级联')
  endPicking({ id: 'at_1', name: '工程.zip', byteSize: 7 })
  expect(await within(materials).findByText('工程.zip')).toBeTruthy()
  const video = screen.getByRole('group', { name: '介绍视频' })
  await user.click(within(video).getByRole('button', { name: '选择视频' }))
  await user.type(box('标题'), '（上）')
  endPicking({ id: 'at_2', videoId: 'vd_1', name: '导览', thumbnailUrl: null })
  expect(await within(video).findByText('导览')).toBeTruthy()
  await user.click(button('保存'))
  await waitFor(() =>
    expect(server.draft.forms.general).toMatchObject({
      title: '级联阴影贴图（上）',
      overviewVideoId: 'vd_1',
      educatorPlan: { objectives: text('会算级联'), materials: [{ attachmentId: 'at_1' }] },
    }),
  )

  await user.click(screen.getByRole('link', { name: /^详情/ }))
  const builds = await screen.findByRole('group', { name: '素材' })
  await user.click(within(builds).getByRole('button', { name: '添加素材文件' }))
  endPicking({ id: 'at_3', name: '一.zip' })
  await user.type(await within(builds).findByRole('textbox', { name: /版本/ }), '2022')
  await user.click(within(builds).getByRole('button', { name: '添加素材文件' }))
  await user.type(within(builds).getByRole('textbox', { name: /版本/ }), '.3')
  endPicking({ id: 'at_4', name: '二.zip' })
  await within(builds).findByText('二.zip')
  await user.click(button('保存'))
  await waitFor(() =>
    expect(server.draft.forms.details.asset?.uploads.map(({ downloadVersion }) => downloadVersion)).toEqual([
      '2022.3',
      '',
    ]),
  )
})

test('an educator plan is removed only after a confirmation [CREA-065]', async () => {
  openTutorial(withGeneral({ educatorPlan: { ...emptyEducatorPlan(), description: text('两节课') } }))
  const user = userEvent.setup()
  await user.click(button('移除方案'))
  await confirmIn(user, '移除教学方案？', '取消')
  expect(box('方案说明').value).toBe('两节课')
  await user.click(button('移除方案'))
  await confirmIn(user, '移除教学方案？', '移除')
  expect(button('添加教学方案')).toBeTruthy()
})

test('an educator plan that says the same, trimmed, is not saved by hand [CREA-066] [CREA-025]', async () => {
  const { sent } = openTutorial(withGeneral({ educatorPlan: { ...emptyEducatorPlan(), description: text('两节课') } }))
  const user = userEvent.setup()
  await user.type(box('方案说明'), '  ')
  await user.type(box('简介'), ' ')
  await user.click(button('保存'))
  await waitFor(() => expect(sent()).toContain(paths.autosave))
  expect(sent()).not.toContain(paths.general)
})

test('the youngest and the oldest age leave each other only what fits [CREA-067] [SRCH-060]', async () => {
  openTutorial(withGeneral({ educatorPlan: { ...emptyEducatorPlan(), description: text('两节课') } }))
  const user = userEvent.setup()
  const offered = (name: string) => [...choice(name).options].map(({ value }) => value).filter(Boolean)
  expect(offered('最小年龄')).toEqual(['13', '14', '15', '16', '17', '18'])
  await user.selectOptions(choice('最小年龄'), '15')
  expect(offered('最大年龄')).toEqual(['15', '16', '17', '18'])
  await user.selectOptions(choice('最大年龄'), '16')
  expect(offered('最小年龄')).toEqual(['13', '14', '15', '16'])
  await user.selectOptions(choice('最小年龄'), '')
  expect(offered('最大年龄')).toEqual(['13', '14', '15', '16', '17', '18'])
})
