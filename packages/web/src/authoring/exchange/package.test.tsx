// @vitest-environment jsdom
import type { PackageReport } from '@lantern/contract/authoring/exchange.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { Button } from '#ui/button.tsx'
import { ImportPackageButton } from './import-package-button.tsx'
import ImportPackageDialog from './import-package-dialog.tsx'
import { useExport } from './use-export.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const path = '/api/learn/creator/package/import'
const report: PackageReport = {
  dryRun: true,
  problem: null,
  items: [
    { id: 'ltu_1', type: 'tutorial', title: '光与影', language: 'zh', outcome: 'created', notes: [] },
    {
      id: 'lco_1',
      type: 'course',
      title: '打光',
      language: 'zh',
      outcome: 'updated',
      notes: [{ code: 'tags_unknown', message: '本站没有标签 far，已略去' }],
    },
  ],
  mediaStored: 3,
  mediaKnown: 1,
}

function open(campus = false) {
  const onImported = vi.fn()
  const onClose = vi.fn()
  show(<ImportPackageDialog attachmentId="at_1" campus={campus} onImported={onImported} onClose={onClose} />)
  return { onImported, onClose }
}

test('a package says what it would do before it does it', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ [path]: ({ body }) => ({ ...report, dryRun: body.dryRun === true }) })
  const { onImported, onClose } = open()
  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['光与影新建', '打光更新本站没有标签 far，已略去'])
  expect(screen.getByText('媒体文件：新增3个，已有1个。')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ attachmentId: 'at_1', dryRun: true }])
  await user.click(screen.getByRole('checkbox', { name: '可以发布的直接发布' }))
  await user.click(screen.getByRole('button', { name: '导入' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(calls.at(-1)?.body).toEqual({ attachmentId: 'at_1', publish: true })
  expect(onImported).toHaveBeenCalledOnce()
})

test('on the dashboard of the campus it is taken in for the campus', async () => {
  const calls = fakeServer({ [path]: () => report })
  open(true)
  await screen.findAllByRole('listitem')
  expect(calls.map(({ body }) => body)).toEqual([{ attachmentId: 'at_1', dryRun: true, campus: true }])
})

test('what belongs to somebody else is offered as copies of one’s own', async () => {
  const user = userEvent.setup()
  const problem = { code: 'items_refused', message: '有内容不能导入' }
  const asked: unknown[] = []
  fakeServer({
    [path]: ({ body }) => {
      asked.push(body)
      return body.copies === true ? report : { ...report, problem }
    },
  })
  open()
  await screen.findByRole('alert')
  expect(screen.queryByText(/会作为草稿导入|没有可导入的变化/)).toBeNull()
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: '导入为自己的副本' }))
  await user.click(await screen.findByRole('button', { name: '导入' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ copies: true, publish: false }))
})

test('what a package would do otherwise, heard late, is not taken for what is asked now', async () => {
  const user = userEvent.setup()
  const problem = { code: 'items_refused', message: '有内容不能导入' }
  const asked: { copies?: boolean; dryRun?: boolean }[] = []
  const late = Promise.withResolvers<PackageReport>()
  fakeServer({
    [path]: ({ body }) => {
      asked.push(body)
      if (body.copies !== true) return { ...report, problem }
      return asked.filter(({ copies }) => copies).length === 1 ? late.promise : report
    },
  })
  open()
  const copies = await screen.findByRole('checkbox', { name: '导入为自己的副本' })
  await user.click(copies)
  await expect.poll(() => asked.length).toBe(2)
  await user.click(copies)
  await expect.poll(() => asked.length).toBe(3)
  await act(async () => late.resolve(report))
  expect(screen.getByRole('alert').textContent).toContain(problem.message)
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  // nor is it done as long as it is not known what would be done
  await user.click(copies)
  expect(await screen.findByRole('button', { name: '导入' })).toBeTruthy()
  expect(asked.every(({ dryRun }) => dryRun)).toBe(true)
})

test('a package that is refused says why and offers no import', async () => {
  const problem = { code: 'tampered', message: '文件和它的校验值不符' }
  fakeServer({ [path]: () => ({ ...report, items: [], problem }) })
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('文件和它的校验值不符')
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
})

test('when the server cannot be reached it can be tried again', async () => {
  const user = userEvent.setup()
  fakeServer({})
  open()
  await screen.findByRole('alert')
  fakeServer({ [path]: () => report })
  await user.click(screen.getByRole('button', { name: '再试一次' }))
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
})

test('pressed twice, the button asks for a file once, and still does', async () => {
  const user = userEvent.setup()
  fakeServer({ '/api/learn/creator/attachment/list': () => ({ results: [], page: 0, pageSize: 24, total: 0 }) })
  show(<ImportPackageButton campus={false} onImported={vi.fn()} />)
  await user.dblClick(screen.getByRole('button', { name: '导入内容包' }))
  const close = await screen.findByRole('button', { name: '关闭' })
  await user.click(close)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: '导入内容包' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

function ExportButton() {
  const { begin, dialog } = useExport('lco_1')
  return (
    <>
      <Button onClick={() => begin('cartridge')}>走</Button>
      {dialog}
    </>
  )
}

test('what a cartridge cannot say is said before it is downloaded', async () => {
  const user = userEvent.setup()
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const note = { code: 'kind_extra', title: '光的测验', part: '几盏灯？' }
  fakeServer({
    '/api/learn/creator/cartridge/lco_1/preview': () => ({
      items: 2,
      unpublishedChanges: [],
      leftOut: [],
      notes: [note, { ...note, code: 'pass_number', part: '' }],
    }),
  })
  show(<ExportButton />)
  await user.click(screen.getByRole('button', { name: '走' }))
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '光的测验 · 几盏灯？题型超出标准，有的系统会略过',
    '光的测验及格题数未写入',
  ])
  expect(clicked).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: '下载' }))
  expect((clicked.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toBe(
    '/api/learn/creator/cartridge/lco_1',
  )
  clicked.mockRestore()
})
