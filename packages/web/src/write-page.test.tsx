import { readBlocks } from '@lantern/contract/cms/reading.ts'
import { lazy, Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { isInsideBlock, loadBlocks, PageBlocks } from '#cms/index.ts'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { writePage } from './write-page.ts'

beforeAll(() => loadCatalogue('zh_CN'))
afterEach(() => vi.restoreAllMocks())

const fault = new Error('broken')

function Inner(): never {
  throw fault
}

/** The fault is further down, and in a module of its own. */
const Broken = lazy(async () => ({
  default: () => (
    <p>
      <Inner />
    </p>
  ),
}))

async function blocksWithFault() {
  const { blocks } = readBlocks([
    { id: 'a', kind: 'heading', fields: { value: '上' }, children: [] },
    { id: 'b', kind: 'rule', fields: {}, children: [] },
    { id: 'c', kind: 'heading', fields: { value: '下' }, children: [] },
  ])
  return <PageBlocks blocks={blocks} components={{ ...(await loadBlocks()), rule: Broken }} />
}

async function write(content: React.ReactNode) {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const page = await writePage(
    <MemoryRouter>
      <MessagesProvider locale="zh_CN">{content}</MessagesProvider>
    </MemoryRouter>,
    isInsideBlock,
  )
  return { html: page.html.toString(), fault: page.fault, said: said.mock.calls }
}

test('a block that breaks leaves a page that stands, with all of the rest, and is said once', async () => {
  const page = await write(await blocksWithFault())
  expect(page.html).toContain('上')
  expect(page.html).toContain('下')
  expect(page.fault).toBeUndefined()
  expect(page.said).toEqual([[fault]])
})

test('what breaks beside the blocks is a fault of the page', async () => {
  const page = await write(
    <>
      <h1>标题</h1>
      <Suspense>
        <Broken />
      </Suspense>
    </>,
  )
  expect(page.html).toContain('标题')
  expect(page.fault).toBe(fault)
  expect(page.said).toEqual([[fault]])
  await expect(write(<Inner />)).rejects.toBe(fault)
})
