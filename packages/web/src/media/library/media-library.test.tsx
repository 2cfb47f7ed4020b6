// @vitest-environment jsdom
import type { Attachment } from '@lantern/contract/media/attachments.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { currentToasts, dismissToast } from '#ui/toast.ts'
import { libraryAddress, libraryQuery, readLibrary } from './library-address.ts'
import { MediaLibrary, type MediaLibraryProps } from './media-library.tsx'
import { MediaPickerHost } from './media-picker-host.tsx'
import { pickMedia } from './pick-media.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const choice = readLibrary(new URL('https://site.test/creator/media'))

function attachment(id: string, more: Partial<Attachment> = {}): Attachment {
  return {
    id,
    kind: 'image',
    name: `${id}.png`,
    contentType: 'image/png',
    byteSize: 1_600_000,
    state: 'ready',
    progress: 100,
    fault: null,
    fingerprint: '',
    createdAt: '2026-03-01T04:03:00.000Z',
    ownerId: 'u_ada',
    url: `/media/images/img_${id}/orig.png`,
    thumbnailUrl: `/media/images/img_${id}/800.webp`,
    width: 1200,
    height: 800,
    duration: null,
    imageId: `img_${id}`,
    videoId: null,
    embedUrl: null,
    build: null,
    alt: '一座桥',
    ...more,
  }
}

function props(results: Attachment[], more: Partial<MediaLibraryProps> = {}): MediaLibraryProps {
  const library = {
    results,
    page: 0,
    pageSize: 24,
    total: results.length,
    usedBytes: 5 * 1024 ** 3,
    quotaBytes: 20 * 1024 ** 3,
  }
  return { choice, library, unfinished: [], ...more }
}

test('who makes content of the campus alone goes back to the dashboard of the campus', () => {
  show(<MediaLibrary {...props([])} />, { groups: ['campus_creator'] })
  expect(screen.getByRole('link', { name: '校园创作中心' }).getAttribute('href')).toBe('/campus/creator/dashboard')
})

test('the limits and types are said before anything is chosen, for each kind [PLAT-039]', async () => {
  show(<MediaLibrary {...props([])} />)
  const user = userEvent.setup()
  expect(screen.getByText(/图片、字幕和资料不超过1 GB，视频不超过3 GB/)).toBeTruthy()
  const kind = screen.getByRole('combobox', { name: '上传为' })
  for (const [name, limit] of [
    ['图片', '1 GB'],
    ['视频', '3 GB'],
    ['字幕', '1 GB'],
    ['资料', '1 GB'],
    ['素材包', '3 GB'],
    ['WebGL', '3 GB'],
  ] as const) {
    await user.selectOptions(kind, name)
    const button = screen.getByRole('button', { name: '选择文件' })
    const help = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(help?.textContent).toContain(`不超过${limit}`)
  }
})

test('what is refused is named beside the file [PLAT-037] [PLAT-038] [PLAT-040]', async () => {
  show(<MediaLibrary {...props([])} />)
  const ofBytes = (name: string, size: number) => Object.defineProperty(new File(['x'], name), 'size', { value: size })
  const [large, film] = [ofBytes('large.pdf', 1024 ** 3 + 1), ofBytes('film.mp4', 3 * 1024 ** 3 + 1)]
  const input = document.querySelector<HTMLInputElement>('input[data-upload]')
  await userEvent
    .setup({ applyAccept: false })
    .upload(input as HTMLInputElement, [new File(['x'], 'setup.exe'), new File([''], 'leer.txt'), large, film])
  const list = await screen.findByRole('region', { name: '上传进度' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('不能上传这种类型的文件。'),
    expect.stringContaining('这个文件已损坏，或内容和它的类型对不上。'),
    expect.stringContaining('文件不能超过1 GB。'),
    expect.stringContaining('文件不能超过3 GB。'),
  ])
  for (const name of ['setup.exe', 'leer.txt', 'large.pdf', 'film.mp4']) {
    await userEvent.click(screen.getByRole('button', { name: `从列表移除${name}` }))
  }
  expect(screen.queryByRole('region', { name: '上传进度' })).toBeNull()
})

test('files come in by dragging and by pasting, and a paste into a field stays there', async () => {
  show(<MediaLibrary {...props([])} />)
  const hint = screen.getByText('把文件拖到这里，也可以直接粘贴')
  fireEvent.dragEnter(hint, { dataTransfer: { types: ['Files'] } })
  expect(screen.getByText('松开鼠标，开始上传')).toBeTruthy()
  fireEvent.drop(hint, { dataTransfer: { types: ['Files'], files: [new File(['x'], 'dropped.exe')] } })
  expect(screen.queryByText('松开鼠标，开始上传')).toBeNull()
  const paste = (target: Element, name: string) =>
    fireEvent(
      target,
      Object.assign(new Event('paste', { bubbles: true }), { clipboardData: { files: [new File(['x'], name)] } }),
    )
  paste(document.body, 'pasted.exe')
  paste(screen.getByRole('searchbox', { name: '搜索文件' }), 'typed.exe')
  const rows = within(await screen.findByRole('region', { name: '上传进度' })).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual(['dropped.exe', 'pasted.exe'])
  for (const name of ['dropped.exe', 'pasted.exe']) {
    await userEvent.click(screen.getByRole('button', { name: `从列表移除${name}` }))
  }
})

test('what can be seen is looked at large, one after the other; a file that is only downloaded has no preview', async () => {
  const build = { kind: 'webgl', name: '游戏.zip', imageId: null, thumbnailUrl: null } as const
  show(
    <MediaLibrary
      {...props([
        attachment('a'),
        attachment('b', { kind: 'material', name: '讲义.pdf', imageId: null, thumbnailUrl: null }),
        attachment('c', { ...build, embedUrl: 'http://embed.test/c/' }),
      ])}
    />,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '查看讲义.pdf' }))
  expect(screen.queryByRole('button', { name: '预览' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await user.click(screen.getByRole('button', { name: '查看a.png' }))
  await user.click(screen.getByRole('button', { name: '预览' }))
  const popup = within(await screen.findByRole('dialog', { name: '查看媒体' }))
  expect(popup.getByRole('img', { name: '一座桥' }).getAttribute('srcset')).toContain(
    '/media/images/img_a/1200.webp 1200w',
  )
  expect(popup.getByText('1 / 2')).toBeTruthy()
  await user.click(popup.getByRole('button', { name: '下一个' }))
  expect(popup.getByText('游戏.zip', { selector: 'p' })).toBeTruthy()
  expect(popup.getByRole('button', { name: '启动' })).toBeTruthy()
})

test('files show what they are, how large, and how they stand', () => {
  show(
    <MediaLibrary
      {...props([
        attachment('a'),
        attachment('b', { kind: 'video', name: '片头.mp4', state: 'processing', progress: 40, thumbnailUrl: null }),
        attachment('c', {
          kind: 'webgl',
          name: '游戏.zip',
          state: 'failed',
          fault: 'media.build_no_index',
          thumbnailUrl: null,
        }),
      ])}
    />,
  )
  expect(screen.getByText('已用5 GB，共20 GB')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: '已用空间' }).getAttribute('aria-valuenow')).toBe('25')
  const tiles = screen.getAllByRole('article')
  expect(tiles[0]?.textContent).toContain('1.5 MB · 2026-03-01')
  expect(tiles[0]?.querySelector('img')?.getAttribute('src')).toBe('/media/images/img_a/400.webp')
  expect(tiles[1]?.textContent).toContain('处理中40%')
  expect(tiles[2]?.textContent).toContain('ZIP里没有找到index.html')
})

test('a file is renamed; what is in use says where instead of going', async () => {
  const calls = fakeServer({
    '/api/learn/creator/attachment/a': ({ body }) => ({ attachment: attachment('a', body) }),
    '/api/learn/creator/attachment/a/delete': () => ({
      deleted: false,
      usedBy: [
        { id: 'ltu_1', type: 'tutorial', title: '级联阴影' },
        { id: 'pg_1', type: 'page', title: '夏天' },
      ],
    }),
  })
  show(<MediaLibrary {...props([attachment('a')])} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '查看a.png' }))
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText('1200×800像素')).toBeTruthy()
  await user.clear(within(dialog).getByRole('textbox', { name: '文件名' }))
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  expect(within(dialog).getByText('请填写文件名。')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: '文件名' }), '桥.png')
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/attachment/a'))?.body).toEqual({ name: '桥.png' }),
  )
  await user.click(within(dialog).getByRole('button', { name: '删除' }))
  await user.click(screen.getByRole('button', { name: '删除文件' }))
  const link = await within(dialog).findByRole('link', { name: '级联阴影' })
  expect(link.getAttribute('href')).toBe('/tutorial/ltu_1/edit')
  expect(within(dialog).getByRole('link', { name: '夏天' }).getAttribute('href')).toBe('/creator/pages/pg_1')
})

/** The dialog of a file, with what it sends. `status` answers the saves, in order; 200 after the last. */
async function describing(status: number[] = []) {
  for (const { id } of currentToasts()) dismissToast(id)
  const calls = fakeServer({
    '/api/learn/creator/attachment/a': ({ body }) =>
      (status.shift() ?? 200) === 200
        ? { attachment: attachment('a', body) }
        : Response.json({ code: 'unavailable', message: '' }, { status: 503 }),
  })
  show(<MediaLibrary {...props([attachment('a')])} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '查看a.png' }))
  const field = within(screen.getByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox', { name: '替代文字' })
  const saves = () => calls.filter(({ path }) => path.endsWith('/attachment/a')).map(({ body }) => body)
  return { user, field, saves }
}

test('Enter saves the description of a picture, once [PLAT-010]', async () => {
  const { user, field, saves } = await describing()
  await user.clear(field)
  await user.type(field, '石桥{Enter}')
  await waitFor(() => expect(saves()).toEqual([{ alt: '石桥' }]))
  expect(field.value).toBe('石桥')
  await user.tab()
  expect(saves()).toHaveLength(1)
})

test('leaving the description of a picture saves it; unsaved, it stays and is sent again [PLAT-011]', async () => {
  const { user, field, saves } = await describing([503])
  await user.type(field, '，清晨')
  await user.tab()
  await waitFor(() => expect(currentToasts()).toHaveLength(1))
  expect(field.value).toBe('一座桥，清晨')
  await user.click(field)
  await user.tab()
  await waitFor(() => expect(saves()).toEqual([{ alt: '一座桥，清晨' }, { alt: '一座桥，清晨' }]))
})

test('Esc clears the description of a picture; left so, the saved one is back, and Enter deletes it [PLAT-012]', async () => {
  const { user, field, saves } = await describing()
  await user.type(field, '，清晨{Escape}')
  expect(field.value).toBe('')
  await user.tab()
  expect(field.value).toBe('一座桥')
  expect(saves()).toEqual([])
  await user.type(field, '{Escape}{Enter}')
  await waitFor(() => expect(saves()).toEqual([{ alt: '' }]))
  await user.type(field, '石桥{Escape}木桥')
  await user.tab()
  await waitFor(() => expect(saves()).toEqual([{ alt: '' }, { alt: '木桥' }]))
})

test('Esc in the description of a picture leaves the file open; the next one closes it and saves nothing', async () => {
  const { user, field, saves } = await describing()
  await user.type(field, '，清晨{Escape}')
  expect(screen.getByRole('dialog')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(saves()).toEqual([])
})

test('before anything is deleted its places are said: what is used somewhere is not asked about, the rest is', async () => {
  const calls = fakeServer({
    '/api/learn/creator/attachment/a/uses': () => ({ usedBy: [{ id: 'ltu_1', type: 'tutorial', title: '级联阴影' }] }),
    '/api/learn/creator/attachment/b/uses': () => ({ usedBy: [] }),
    '/api/learn/creator/attachment/b/delete': () => ({ deleted: true, usedBy: [] }),
  })
  show(<MediaLibrary {...props([attachment('a'), attachment('b')])} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '查看a.png' }))
  expect(await screen.findByRole('link', { name: '级联阴影' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '删除' }))
  expect(screen.queryByRole('button', { name: '删除文件' })).toBeNull()
  expect(screen.getByText('正在使用，不能删除')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '查看b.png' }))
  expect(await screen.findByText('还没有用在任何地方。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '删除' }))
  await user.click(screen.getByRole('button', { name: '删除文件' }))
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/learn/creator/attachment/b/delete'))
})

test('an upload that was left unfinished asks for the same file', async () => {
  const unfinished = attachment('u', {
    state: 'uploading',
    progress: 30,
    name: '大片.mp4',
    fingerprint: 'of the right one',
  })
  show(<MediaLibrary {...props([], { unfinished: [unfinished] })} />)
  const row = within(screen.getByRole('region', { name: '没传完的文件' })).getByRole('listitem')
  expect(within(row).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30')
  const input = row.querySelector('input[type=file]') as HTMLInputElement
  await userEvent.setup({ applyAccept: false }).upload(input, new File(['other'], '大片.mp4'))
  expect(await within(row).findByText(/这不是同一个文件。请选择“大片.mp4”/)).toBeTruthy()
})

test('nothing yet, nothing found, beyond the end and unreadable each say what to do', () => {
  show(<MediaLibrary {...props([])} />)
  expect(screen.getByRole('heading', { name: '还没有文件' })).toBeTruthy()
  cleanup()
  show(<MediaLibrary {...props([], { choice: { ...choice, q: '没有' } })} />)
  expect(screen.getByRole('link', { name: '清除筛选' }).getAttribute('href')).toBe('/creator/media')
  cleanup()
  const library = { results: [], page: 8, pageSize: 24, total: 3, usedBytes: 0, quotaBytes: 1 }
  show(<MediaLibrary {...props([], { library, choice: { ...choice, page: 9 } })} />)
  expect(screen.getByRole('link', { name: '回到第一页' })).toBeTruthy()
  cleanup()
  show(<MediaLibrary {...props([], { library: null })} />)
  expect(screen.getByRole('alert').textContent).toContain('你的文件都还在')
})

test('the address is read leniently and keeps the kind while searching', () => {
  const read = (search: string) => readLibrary(new URL(`https://site.test/creator/media${search}`))
  expect(read('?kind=virus&page=-2&q=%20%20')).toEqual({ kind: null, q: '', page: 1 })
  expect(libraryQuery(read('?kind=video&q=片头&page=3'))).toEqual({ kind: 'video', q: '片头', page: 2, pageSize: 24 })
  expect(libraryAddress(read('?kind=video&q=a&page=3'), { kind: null })).toBe('/creator/media?q=a')
})

test('the picker offers one kind, searches, and answers with what is chosen', async () => {
  const calls = fakeServer({
    '/api/learn/creator/attachment/list': () =>
      props([attachment('a'), attachment('b', { state: 'failed' })]).library ?? {},
  })
  show(<MediaPickerHost />)
  const picked = pickMedia('image')
  expect(await screen.findByRole('button', { name: '选择a.png' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '选择b.png' })).toBeNull()
  expect(calls[0]?.query.get('kind')).toBe('image')
  await userEvent.type(screen.getByRole('searchbox', { name: '搜索文件' }), '桥{Enter}')
  await waitFor(() => expect(calls.at(-1)?.query.get('q')).toBe('桥'))
  await userEvent.click(screen.getByRole('button', { name: '选择a.png' }))
  expect(await picked).toMatchObject({ id: 'a', imageId: 'img_a' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('closing the picker chooses nothing', async () => {
  fakeServer({ '/api/learn/creator/attachment/list': () => props([]).library ?? {} })
  show(<MediaPickerHost />)
  const picked = pickMedia('material')
  await userEvent.click(await screen.findByRole('button', { name: '关闭' }))
  expect(await picked).toBeNull()
})

test('more is read once however often it is asked for, and never under other words', async () => {
  const more = held<object>()
  const page = (id: string, number: number) => ({ ...props([attachment(id)]).library, page: number, total: 2 })
  const calls = fakeServer({
    '/api/learn/creator/attachment/list': ({ query }) => {
      if (query.get('q')) return props([attachment('c')]).library ?? {}
      return query.get('page') === '1' ? more.answer : page('a', 0)
    },
  })
  show(<MediaPickerHost />)
  void pickMedia('image')
  const names = () => screen.getAllByRole('button', { name: /^选择[abc]/ }).map(({ textContent }) => textContent)
  const button = await screen.findByRole('button', { name: '显示更多' })
  await userEvent.dblClick(button)
  expect(calls.filter(({ query }) => query.get('page') === '1')).toHaveLength(1)
  await userEvent.type(screen.getByRole('searchbox', { name: '搜索文件' }), '桥{Enter}')
  await waitFor(() => expect(names()).toEqual(['c.png']))
  more.give(page('b', 1))
  await waitFor(() => expect(screen.queryByRole('button', { name: '显示更多' })).toBeNull())
  expect(names()).toEqual(['c.png'])
})

test('who has gone to another page is not asked for a file there', async () => {
  fakeServer({ '/api/learn/creator/attachment/list': () => props([]).library ?? {} })
  const { unmount } = show(<MediaPickerHost />)
  const picked = pickMedia('image')
  await screen.findByRole('dialog')
  unmount()
  expect(await picked).toBeNull()
  show(<MediaPickerHost />)
  expect(screen.queryByRole('dialog')).toBeNull()
})

/** A list that moves on when the button is pressed. */
function Moving() {
  const [ids, setIds] = useState(['a', 'b'])
  return (
    <>
      <button type="button" onClick={() => setIds(['b'])}>
        列表变了
      </button>
      <MediaLibrary {...props(ids.map((id) => attachment(id)))} />
    </>
  )
}

test('what is being written about a file stays when the list moves on without it', async () => {
  show(<Moving />)
  await userEvent.click(screen.getByRole('button', { name: /a\.png/ }))
  await userEvent.type(screen.getByRole('textbox', { name: /替代文字/ }), '，黄昏')
  fireEvent.click(screen.getByText('列表变了'))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /替代文字/ }).value).toBe('一座桥，黄昏')
})
