// @vitest-environment jsdom
import type { NameListPlan } from '@lantern/contract/rosters/name-lists.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { ImportNamesButton } from './index.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const api = '/api/campus/organisation/og_1/nameList'
const planned: NameListPlan = {
  id: 'nl_1',
  fileName: '2026秋季名单.csv',
  format: 'plain',
  state: 'planned',
  readAt: '2026-11-22T04:03:00.000Z',
  lines: 1302,
  added: 18,
  changed: 42,
  ended: 0,
  same: 1241,
  problems: 1,
  gone: { count: 2, names: ['江照', '白屿'], mayEnd: true },
  classesAdded: 1,
  classesEnded: 0,
  seatsAdded: 20,
  seatsEnded: 0,
  written: 0,
  toWrite: 81,
  firstProblems: [
    {
      position: 1740,
      file: '2026秋季名单.csv',
      line: 87,
      about: '唐见微',
      reason: 'email_wrong',
      message: '邮箱写法不对：tangjw.xinghe',
      field: 'email',
      value: 'tangjw.xinghe',
    },
  ],
}

async function open() {
  show(<ImportNamesButton organisation={{ id: 'og_1', name: '引擎学院' }} />, learnerSession())
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '导入名单' }))
  const dialog = within(await screen.findByRole('dialog', { name: '导入名单' }))
  const choose = (text: string) => user.upload(dialog.getByLabelText(/选择文件/), new File([text], '名单.csv'))
  return { user, dialog, choose }
}

test('a list is tried, one line is mended, those who are missing are ended on wish, and it is imported', async () => {
  const calls = fakeServer({
    [api]: () => ({ faults: [], plan: planned }),
    [`${api}/nl_1/mend`]: () => ({ ...planned, problems: 0, changed: 43, firstProblems: [] }),
    [`${api}/nl_1/import`]: () => ({ ...planned, problems: 0, firstProblems: [], state: 'done', written: 83 }),
  })
  const { user, dialog, choose } = await open()
  await choose('姓名,邮箱')
  expect(await dialog.findByText('这是试运行，还没有写入任何数据。')).toBeTruthy()
  expect(calls[0]?.body).toEqual({
    file: { name: '名单.csv', data: Buffer.from('姓名,邮箱').toString('base64') },
    makeClasses: true,
  })
  expect(dialog.getByRole('button', { name: '导入1,301行' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '改邮箱: 第87行' }))
  const field = dialog.getByRole('textbox', { name: '邮箱' })
  await user.clear(field)
  await user.type(field, 'tangjw@xinghe.example{Enter}')
  await dialog.findByRole('button', { name: '导入1,302行' })
  expect(calls[1]?.body).toEqual({ position: 1740, field: 'email', value: 'tangjw@xinghe.example' })
  await user.selectOptions(dialog.getByRole('combobox', { name: '名单里没有的2人' }), 'end')
  await user.click(dialog.getByRole('button', { name: '导入1,302行' }))
  expect(await dialog.findByText('已导入，写入了83处更改。')).toBeTruthy()
  expect(calls[2]?.body).toEqual({ endMissing: true })
})

test('of a long list it is said that it is being checked, and then what it would change', async () => {
  fakeServer({
    [api]: () => ({ faults: [], plan: { ...planned, state: 'planning' } }),
    [`${api}/nl_1`]: () => planned,
  })
  const { dialog, choose } = await open()
  await choose('姓名,邮箱')
  expect(await dialog.findByText(/^正在核对，共1,302行/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /^导入/ })).toBeNull()
  expect(dialog.queryByText('新增')).toBeNull()
  expect(await dialog.findByText('这是试运行，还没有写入任何数据。', {}, { timeout: 20_000 })).toBeTruthy()
  expect(dialog.getByRole('button', { name: '导入1,301行' })).toBeTruthy()
})

test('a list that was given up for another file does not come back when it is heard of late', async () => {
  const late = Promise.withResolvers<NameListPlan>()
  const files: string[] = []
  const calls = fakeServer({
    [api]: ({ body }) => {
      files.push(JSON.stringify(body))
      const isFirst = files.length === 1
      const plan = { ...planned, id: isFirst ? 'nl_1' : 'nl_2', state: isFirst ? 'planning' : 'planned' }
      return { faults: [], plan }
    },
    [`${api}/nl_1`]: () => late.promise,
    [`${api}/nl_2/import`]: () => ({ ...planned, id: 'nl_2', state: 'done', written: 83 }),
  })
  const { user, dialog, choose } = await open()
  await choose('姓名,邮箱')
  await expect.poll(() => calls.some(({ path }) => path.endsWith('/nl_1'))).toBe(true)
  await user.click(dialog.getByRole('button', { name: '换一个文件' }))
  await choose('姓名,手机')
  const send = await dialog.findByRole('button', { name: '导入1,301行' })
  await act(async () => late.resolve({ ...planned, lines: 3 }))
  expect(dialog.queryByRole('button', { name: '导入2行' })).toBeNull()
  await user.click(send)
  expect(await dialog.findByText('已导入，写入了83处更改。')).toBeTruthy()
})

test('a file that cannot be read says why, and another one can be chosen at once', async () => {
  const fault = { code: 'no_column', file: '名单.csv', line: 1, message: '没有找到“手机号”这一列。' }
  fakeServer({ [api]: () => ({ faults: [fault], plan: null }) })
  const { dialog, choose } = await open()
  await choose('姓名')
  expect(await dialog.findByText(/没有找到“手机号”这一列/)).toBeTruthy()
  expect(dialog.getByLabelText(/选择文件/)).toBeTruthy()
})

test('when too many are missing nobody can be ended, and the dialog says why', async () => {
  fakeServer({
    [api]: () => ({ faults: [], plan: { ...planned, gone: { count: 900, names: ['江照'], mayEnd: false } } }),
  })
  const { dialog, choose } = await open()
  await choose('姓名,手机号')
  const gone = await dialog.findByRole<HTMLSelectElement>('combobox', { name: '名单里没有的900人' })
  expect([gone.disabled, gone.value]).toEqual([true, 'leave'])
  expect(dialog.getByText('缺的人太多，名单可能不完整：不会停用他们。')).toBeTruthy()
})
