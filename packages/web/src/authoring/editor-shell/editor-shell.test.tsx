// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { held, prepareBrowser } from '#testing/show.tsx'
import { box, button } from '../testing/controls.ts'
import { openTutorial, paths } from '../testing/open-tutorial.tsx'
import { sampleForms, step } from '../testing/sample-draft.ts'

vi.mock('../fields/rich-field.tsx', () => import('../testing/rich-field.tsx'))

beforeEach(prepareBrowser)

const tab = (name: RegExp) => within(screen.getByRole('navigation', { name: '编辑内容' })).getByRole('link', { name })
const state = () => within(screen.getByRole('banner')).getByRole('status').textContent

async function publish(user: ReturnType<typeof userEvent.setup>) {
  await user.click(button('发布'))
  return screen.findByRole('dialog', { name: '已经发布' })
}

test('the tabs g, s and d are in the address [CREA-014]', async () => {
  const { router } = openTutorial()
  const user = userEvent.setup()
  expect(box('标题').value).toBe('级联阴影贴图')
  await user.click(tab(/^步骤/))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=s'))
  expect(await screen.findByRole('textbox', { name: '步骤标题' })).toBeTruthy()
  await user.click(tab(/^详情/))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=d'))
  expect(await screen.findByRole('switch', { name: '隐藏' })).toBeTruthy()
  await user.click(tab(/^基本信息/))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=g'))
})

test('changing the tab saves the one that is left first; a save that the server refuses stays on it [CREA-015]', async () => {
  const { router, sent, server } = openTutorial()
  const user = userEvent.setup()
  await user.type(box('标题'), '（上）')
  await user.click(tab(/^步骤/))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=s'))
  expect(sent().at(-1)).toBe(paths.general)
  expect(server.draft.forms.general.title).toBe('级联阴影贴图（上）')
  expect(await screen.findByText('修改已保存。')).toBeTruthy()

  await user.type(await screen.findByRole('textbox', { name: '步骤标题' }), '一')
  const details = [{ field: 'sections.se_1.title', message: '这个标题用过了。' }]
  server.refuse.set(paths.steps, { status: 400, body: { code: 'bad_request', message: '有几处要改。', details } })
  await user.click(tab(/^详情/))
  expect((await screen.findAllByText('这个标题用过了。')).length).toBeGreaterThan(0)
  expect(router.state.location.search).toBe('?tab=s')
  expect(box('步骤标题').value).toBe('划分视锥体一')
})

test('a text that the server does not take is marked at its field and its step, by id or by place', async () => {
  const { server } = openTutorial({ at: '?tab=s' })
  const user = userEvent.setup()
  const outline = screen.getByRole('navigation', { name: '步骤' })
  const refuse = (field: string, message: string) =>
    server.refuse.set(paths.autosave, {
      status: 400,
      body: { code: 'bad_request', message: '看标出的地方。', details: [{ field, message }] },
    })
  refuse('sections.se_1.body.content.0.content.9', '正文的段落太多，请拆成几步')
  await user.type(await screen.findByRole('textbox', { name: '步骤正文' }), '长')
  await user.tab()
  expect(await screen.findAllByText('正文的段落太多，请拆成几步')).toHaveLength(2)
  expect(within(outline).getByText('正文的段落太多，请拆成几步')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: '步骤标题' }), '长')
  refuse('sections.0.title', '最多1000个字')
  await user.tab()
  expect(await within(outline).findByText('最多1000个字')).toBeTruthy()
})

test('what is not complete does not hold one back: it is kept as it stands', async () => {
  const { router, server, sent } = openTutorial()
  const user = userEvent.setup()
  await user.clear(box('标题'))
  await user.click(tab(/^步骤/))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=s'))
  expect(server.draft.forms.general.title).toBe('')
  expect(sent()).not.toContain(paths.general)
})

test('leaving a field saves what was typed, and the head says when', async () => {
  const { server } = openTutorial()
  const user = userEvent.setup()
  expect(state()).toBe('已保存11:46')
  await user.type(box('标题'), '（下）')
  await user.tab()
  await waitFor(() => expect(server.draft.forms.general.title).toBe('级联阴影贴图（下）'))
  await waitFor(() => expect(state()).toBe('已保存12:03'))
})

test('the publish button is open only while the general and the details form are valid, and says what is missing [CREA-063]', async () => {
  const { sent } = openTutorial()
  const user = userEvent.setup()
  expect(button('发布').getAttribute('aria-disabled')).toBeNull()
  await user.clear(box('标题'))
  await user.clear(box('简介'))
  expect(button('发布').getAttribute('aria-disabled')).toBe('true')
  await user.click(button('发布'))
  const missing = within(await screen.findByRole('dialog', { name: '还不能发布' }))
  expect(missing.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('标题'),
    expect.stringContaining('简介'),
  ])
  await user.click(missing.getByRole('button', { name: '继续编辑' }))
  await user.type(box('标题'), '新标题')
  await user.type(box('简介'), '新简介')
  expect(button('发布').getAttribute('aria-disabled')).toBeNull()
  await user.click(tab(/^详情/))
  await user.click(await screen.findByRole('button', { name: '移除“光照”' }))
  expect(button('发布').getAttribute('aria-disabled')).toBe('true')
  expect(sent()).not.toContain(paths.publish)
})

test('what is missing is counted at its tab and at the button, and a press on it leads to the field in its tab', async () => {
  const { sent } = openTutorial()
  const user = userEvent.setup()
  expect(button('发布').getAttribute('aria-describedby')).toBeNull()
  await user.clear(box('简介'))
  await user.click(tab(/^步骤/))
  await user.clear(await screen.findByRole('textbox', { name: '步骤标题' }))
  await user.click(tab(/^详情/))
  expect(tab(/^步骤/).textContent).toContain('发布前要改1处')
  expect(tab(/^基本信息/).textContent).toContain('发布前要改1处')
  expect(document.getElementById(button('发布').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '发布前要改2处',
  )
  await user.click(button('发布'))
  const missing = await screen.findByRole('dialog', { name: '还不能发布' })
  await user.click(within(missing).getByRole('button', { name: /第1步/ }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '步骤标题' })))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(tab(/^步骤/).getAttribute('aria-current')).toBe('page')
  expect(sent()).not.toContain(paths.publish)
})

test('what a reader would stumble over is listed before publishing, which goes on all the same', async () => {
  const { server, sent } = openTutorial()
  const [step] = server.draft.forms.steps.sections
  server.found = {
    faults: [],
    warnings: [{ kind: 'picture_unnamed', field: `steps.sections.${step?.id}.body`, count: 2 }],
  }
  const user = userEvent.setup()
  await user.click(button('发布'))
  const dialog = within(await screen.findByRole('dialog', { name: '发布前看一眼' }))
  expect(dialog.getByRole('button', { name: /第1步.*正文.*2张图片没有文字说明/s })).toBeTruthy()
  expect(sent()).not.toContain(paths.publish)
  await user.click(dialog.getByRole('button', { name: '仍然发布' }))
  expect(await screen.findByRole('dialog', { name: '已经发布' })).toBeTruthy()
})

test('a publication is planned for a time of the site, as the draft stands, and can be dropped', async () => {
  const { bodies, server } = openTutorial()
  const { version } = server.draft
  const user = userEvent.setup()
  await user.click(button('更多操作'))
  await user.click(screen.getByRole('menuitem', { name: '定时发布', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: '定时发布' }))
  fireEvent.change(dialog.getByLabelText('时间'), { target: { value: '2027-05-01T09:00' } })
  await user.click(dialog.getByRole('button', { name: '安排' }))
  expect(await dialog.findByText(`发布第${version}版`)).toBeTruthy()
  expect(bodies('/api/learn/creator/draft/ltu_1/schedule').filter(({ action }) => action)).toEqual([
    { action: 'publish', at: '2027-05-01T09:00', timeZone: 'Asia/Shanghai', version },
  ])
  await user.click(dialog.getByRole('button', { name: '取消安排' }))
  await waitFor(() => expect(dialog.queryByText(`发布第${version}版`)).toBeNull())
})

test('publishing what is not saved saves first, after a confirmation [CREA-061] [CREA-062]', async () => {
  const { sent, server } = openTutorial()
  const user = userEvent.setup()
  await user.type(box('标题'), '（终）')
  await user.click(button('发布'))
  const dialog = await screen.findByRole('alertdialog', { name: '先保存，再发布' })
  expect(sent()).not.toContain(paths.publish)
  await user.click(within(dialog).getByRole('button', { name: '保存并发布' }))
  expect(await screen.findByRole('dialog', { name: '已经发布' })).toBeTruthy()
  expect(sent().filter((path) => path !== paths.autosave)).toEqual([paths.general, paths.publish])
  expect([server.draft.published, server.draft.forms.general.title]).toEqual([true, '级联阴影贴图（终）'])
  expect(screen.getByText('已发布')).toBeTruthy()
})

test('no publishing is sent while the save before it has not succeeded [CREA-119] [CREA-105]', async () => {
  const { sent, server } = openTutorial()
  const user = userEvent.setup()
  await user.type(box('标题'), '（终）')
  await user.click(button('发布'))
  const dialog = await screen.findByRole('alertdialog', { name: '先保存，再发布' })
  server.refuse.set(paths.general, { status: 422, body: { code: 'bad_request', message: '这次没有保存成功。' } })
  await user.click(within(dialog).getByRole('button', { name: '保存并发布' }))
  expect((await screen.findAllByText('这次没有保存成功。')).length).toBeGreaterThan(0)
  expect(sent()).not.toContain(paths.publish)
  expect(box('标题').value).toBe('级联阴影贴图（终）')
})

test('a translation is published as up to date with its original, or without saying so [CREA-009]', async () => {
  const source = {
    itemId: 'ltu_0',
    title: 'Cascades',
    language: 'en',
    revision: 3,
    latestRevision: 5,
    published: true,
    path: null,
  }
  for (const [answer, revision] of [
    ['已跟上原文，发布', 5],
    ['跳过，只发布', undefined],
  ] as const) {
    const { bodies, unmount } = openTutorial({ draft: { source } })
    const user = userEvent.setup()
    await user.click(button('发布'))
    const dialog = await screen.findByRole('alertdialog', { name: '先保存，再发布' })
    expect(dialog.textContent).toContain('译文已经跟上原文的第5版了吗？')
    await user.click(within(dialog).getByRole('button', { name: answer }))
    await screen.findByRole('dialog', { name: '已经发布' })
    expect(bodies(paths.publish)[0]?.revision).toBe(revision)
    unmount()
  }
})

test('after publishing one goes on editing, to the dashboard, to another new one, or stays [CREA-017] [CREA-018] [CREA-019] [CREA-020]', async () => {
  openTutorial()
  const dialog = await publish(userEvent.setup())
  const address = (name: string) => within(dialog).getByRole('link', { name }).getAttribute('href')
  expect(address('继续编辑')).toBe('/tutorial/ltu_1/edit')
  expect(address('返回创作中心')).toBe('/creator/dashboard')
  expect(address('再写一篇教程')).toBe('/tutorial/0/new')
  expect(within(dialog).getByRole('button', { name: '取消' })).toBeTruthy()
})

test('under the campus the choices stay there [CREA-019]', async () => {
  openTutorial({ campus: true })
  const dialog = await publish(userEvent.setup())
  const address = (name: string) => within(dialog).getByRole('link', { name }).getAttribute('href')
  expect([address('继续编辑'), address('返回创作中心'), address('再写一篇教程')]).toEqual([
    '/campus/tutorial/ltu_1/edit',
    '/campus/creator/dashboard',
    '/campus/tutorial/0/new',
  ])
})

test('the preview and the published page of what belongs to the campus are under /campus', async () => {
  const previewOf = () => screen.getByRole('link', { name: '预览' }).getAttribute('href')
  const { unmount } = openTutorial({ campus: true, draft: { learnOptionType: 'campus' } })
  expect(previewOf()).toMatch(/^\/campus\/tutorial\/[^?]+\?preview=true$/)
  const published = within(await publish(userEvent.setup())).getByRole('link', { name: '看看发布的页面' })
  expect(published.getAttribute('href')).toMatch(/^\/campus\/tutorial\//)
  unmount()
  openTutorial()
  expect(previewOf()).toMatch(/^\/tutorial\/[^?]+\?preview=true$/)
})

test('cancel closes the choices and stays on the page [CREA-021]', async () => {
  const { router } = openTutorial()
  const user = userEvent.setup()
  const dialog = await publish(user)
  await user.click(within(dialog).getByRole('button', { name: '取消' }))
  expect(screen.queryByRole('dialog', { name: '已经发布' })).toBeNull()
  expect(router.state.location.pathname).toBe('/tutorial/ltu_1/edit')
})

test.each([
  ['Ctrl', 'Control'],
  ['Cmd', 'Meta'],
])('create another, with %s held, opens in a tab of its own at once [CREA-022]', async (_, key) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { router } = openTutorial()
  const user = userEvent.setup()
  const dialog = await publish(user)
  await user.keyboard(`{${key}>}`)
  await user.click(within(dialog).getByRole('link', { name: '再写一篇教程' }))
  await user.keyboard(`{/${key}}`)
  expect(opened).toHaveBeenCalledWith('/tutorial/0/new', '_blank', 'noopener')
  expect(screen.queryByRole('dialog', { name: '已经发布' })).toBeNull()
  expect(router.state.location.pathname).toBe('/tutorial/ltu_1/edit')
  opened.mockRestore()
})

test('what is new has its draft and its address as soon as something is typed, and every tab is open', async () => {
  const { router, sent, server } = openTutorial({ isNew: true })
  const user = userEvent.setup()
  expect(screen.queryByRole('button', { name: '发布' })).toBeNull()
  await user.click(button('保存'))
  expect(await screen.findByText('还要填写：标题、简介、封面。')).toBeTruthy()
  expect(sent()).toEqual([])
  await user.click(tab(/^步骤/))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=s'))
  await user.click(tab(/^基本信息/))
  const title = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '标题' })
  await user.type(title, '第一篇')
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(router.state.location.pathname).toBe('/tutorial/ltu_1/edit'))
  expect(sent()).toEqual(['/api/learn/creator/draft/new/tutorial'])
  // the same field, with the caret where it was
  expect(document.activeElement).toBe(title)
  await user.keyboard('，还没写完')
  await user.click(tab(/^步骤/))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=s'))
  expect(server.draft.forms.general.title).toBe('第一篇，还没写完')
  // what is missing is asked for when it is to be published
  await user.click(screen.getByRole('button', { name: '发布' }))
  const missing = within(await screen.findByRole('dialog', { name: '还不能发布' }))
  for (const name of [/简介/, /封面/]) expect(missing.getByRole('button', { name })).toBeTruthy()
})

test('somebody else saved the same: both are shown, and both can stay', async () => {
  const { server, write } = openTutorial()
  const user = userEvent.setup()
  await user.clear(box('标题'))
  await user.type(box('标题'), '阴影 我的标题')
  write({ general: { ...sampleForms().general, title: '阴影 对方的标题' } }, 'u_bob')
  await user.tab()
  expect(await screen.findByText('许青禾在12:03保存了第18版，和你的修改有1处不同。')).toBeTruthy()
  expect(state()).toBe('等你选择')
  await user.click(button('对比并合并'))
  const dialog = await screen.findByRole('dialog', { name: '1处不同' })
  expect(within(dialog).getByRole('heading', { name: '标题' })).toBeTruthy()
  expect(within(dialog).getByRole('region', { name: '我的' }).textContent).toContain('阴影 我的标题')
  expect(within(dialog).getByRole('region', { name: '许青禾的' }).textContent).toContain('阴影 对方的标题')
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: '保存合并结果' })
  expect(save.disabled).toBe(true)
  await user.click(within(dialog).getByRole('radio', { name: '都保留' }))
  await user.click(save)
  await waitFor(() => expect(server.draft.forms.general.title).toBe('阴影 我的标题 / 阴影 对方的标题'))
  expect(box('标题').value).toBe('阴影 我的标题 / 阴影 对方的标题')
  await waitFor(() => expect(screen.queryByText(/和你的修改有/)).toBeNull())
})

test('one’s own text can become a draft of its own, and the other one stays as it is', async () => {
  const { router, server, write, bodies } = openTutorial({ at: '?tab=s' })
  const user = userEvent.setup()
  await user.type(box('步骤标题'), '我改的')
  write({ steps: { ...sampleForms().steps, sections: [step('se_1', '对方改的')] } }, 'u_bob')
  await user.tab()
  await user.click(await screen.findByRole('button', { name: '另存为副本' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/tutorial/ltu_copy/edit'))
  const [copy] = bodies('/api/learn/creator/draft/ltu_1/copy') as [{ forms: typeof server.draft.forms }]
  expect(copy.forms.steps.sections[0]?.title).toBe('划分视锥体我改的')
  expect(server.draft.forms.steps.sections.map(({ title }) => title)).toEqual(['对方改的'])
})

test('what is typed while the copy is made goes into the copy, under its ids and its name', async () => {
  const { router, server, write } = openTutorial({ at: '?tab=s' })
  const user = userEvent.setup()
  await user.type(box('步骤标题'), '我改的')
  write({ steps: { ...sampleForms().steps, sections: [step('se_1', '对方改的')] } }, 'u_bob')
  await user.tab()
  const made = held<void>()
  server.copying = made.answer
  await user.click(await screen.findByRole('button', { name: '另存为副本' }))
  await user.type(box('步骤标题'), '，又添了几个字')
  made.give()
  await waitFor(() => expect(router.state.location.pathname).toBe('/tutorial/ltu_copy/edit'))
  expect(server.copy?.forms.general.title).toBe('级联阴影贴图（副本）')
  expect(server.copy?.forms.steps.sections.map(({ id, title }) => [id, title])).toEqual([
    ['se_1_copy', '划分视锥体我改的，又添了几个字'],
    ['se_2_copy', '对齐纹素'],
  ])
  expect(server.draft.forms.steps.sections.map(({ title }) => title)).toEqual(['对方改的'])
})

test('rights that were lost are said in words, and the text can be copied out', async () => {
  const { server } = openTutorial()
  const user = userEvent.setup()
  server.refuse.set(paths.autosave, { status: 403, body: { code: 'forbidden', message: '不可以。' } })
  await user.type(box('标题'), '（没存上）')
  await user.tab()
  expect(await screen.findByText('你已经不能编辑这项内容了。')).toBeTruthy()
  await user.click(button('复制全文'))
  expect(await navigator.clipboard.readText()).toContain('级联阴影贴图（没存上）')
  expect(box('标题').value).toBe('级联阴影贴图（没存上）')
})

test('leaving the page asks only while something is not on the server, and tries to bring it there first', async () => {
  const { router, server } = openTutorial()
  const user = userEvent.setup()
  await user.type(box('标题'), '（新）')
  await user.click(screen.getByRole('link', { name: '返回创作中心' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/creator/dashboard'))
  expect(server.draft.forms.general.title).toBe('级联阴影贴图（新）')
})

test('saving without a network says that it is kept here and goes on by itself', async () => {
  const { server } = openTutorial()
  const user = userEvent.setup()
  server.away = true
  await user.type(box('标题'), '（断网）')
  await user.click(button('保存'))
  expect(await screen.findByText('网络断开了。内容存在本机，网络恢复后会自动保存。')).toBeTruthy()
  server.away = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(server.draft.forms.general.title).toBe('级联阴影贴图（断网）'))
})

test('without a network leaving asks, and staying keeps everything', async () => {
  const { router, server } = openTutorial()
  const user = userEvent.setup()
  server.away = true
  await user.type(box('标题'), '（新）')
  await user.click(screen.getByRole('link', { name: '返回创作中心' }))
  const dialog = await screen.findByRole('alertdialog', { name: '还有内容没存到服务器' })
  await user.click(within(dialog).getByRole('button', { name: '留在这里' }))
  expect(router.state.location.pathname).toBe('/tutorial/ltu_1/edit')
  expect(box('标题').value).toBe('级联阴影贴图（新）')
})
