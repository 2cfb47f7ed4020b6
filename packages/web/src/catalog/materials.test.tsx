// @vitest-environment jsdom
import type { Material } from '@lantern/contract/catalog/items.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guestSession } from '#kit/session.tsx'
import { sampleItem } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { Materials } from './materials.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const file: Material = {
  type: 'file',
  name: '讲义.pdf',
  attachmentId: 'at_1',
  url: '/media/attachments/at_1/%E8%AE%B2%E4%B9%89.pdf',
  byteSize: 1_600_000,
}

test('a file says how large it is and is saved under its name; a link says that it leads outside', () => {
  const link: Material = { type: 'link', name: '官方文档', url: 'https://example.com/docs' }
  show(<Materials item={sampleItem({ materials: [file, link] })} />)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('文件 · 1.5 MB')
  const download = screen.getByRole('link', { name: /讲义\.pdf/ })
  expect(download.getAttribute('href')).toBe('/media/attachments/at_1/%E8%AE%B2%E4%B9%89.pdf')
  expect(download.getAttribute('download')).toBe('讲义.pdf')
  expect(second?.textContent).not.toContain('MB')
  expect(screen.getByRole('link', { name: /官方文档/ }).hasAttribute('download')).toBe(false)
})

test('a link to a host of our own stays in the tab, one to any other host opens a new tab [SHELL-015] [SHELL-017]', () => {
  const site = { ...guestSession().site, host: 'lantern.example', learningHosts: ['learn.example'] }
  const to = [
    '/faq',
    'https://lantern.example/faq',
    'https://learn.example/faq',
    'https://example.com/docs',
    'https://learn.example@evil.example/',
  ]
  const materials = to.map((url): Material => ({ type: 'link', name: url, url }))
  show(<Materials item={sampleItem({ materials })} />, { site })
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    [to[0], null],
    [to[1], null],
    [to[2], null],
    [to[3], '_blank'],
    [to[4], '_blank'],
  ])
})

test('who may not read the item sees the file without a way to it', () => {
  show(<Materials item={sampleItem({ materials: [{ ...file, attachmentId: '', url: '' }], readable: false })} />)
  expect(screen.getByText('讲义.pdf')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
