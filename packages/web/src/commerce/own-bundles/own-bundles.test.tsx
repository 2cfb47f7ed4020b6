// @vitest-environment jsdom
import type { OwnBundle } from '@lantern/contract/commerce/own-bundles.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { actOnBundleForm } from './bundle-act.ts'
import { BundleEditor } from './bundle-editor.tsx'
import { OwnBundles } from './own-bundles.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const own: OwnBundle = {
  bundle: {
    id: 'bu_1',
    title: '稳住每一帧',
    slug: 'steady-frames',
    userId: 'u_ada',
    duration: 90,
    recordCount: 0,
    originalAmount: 24_000,
    originBundlePrice: 19_900,
    thumbnail: { url: null },
    status: 'unPublished',
  },
  items: [
    { id: 'ltu_1', title: '阴影' },
    { id: 'ltu_2', title: '粒子' },
  ],
  updatedTime: '2026-05-10T00:00:00.000Z',
}

test('own bundles say what they cost and whether they are on sale; without any the page invites to make one', () => {
  show(<OwnBundles list={{ results: [own], page: 0, pageSize: 20, total: 1 }} />, learnerSession())
  expect(screen.getByRole('listitem').textContent).toBe('稳住每一帧¥1992门未发布')
  expect(screen.getByRole('link', { name: '稳住每一帧' }).getAttribute('href')).toBe('/creator/bundles/bu_1')
  cleanup()
  show(<OwnBundles list={{ results: [], page: 0, pageSize: 20, total: 0 }} />, learnerSession())
  expect(screen.getByRole('heading', { name: '还没有套装' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '新建套装' }).getAttribute('href')).toBe('/creator/bundles/new')
})

test('the editor begins with the bundle, checks the price as it is typed, and leads to its page', () => {
  show(<BundleEditor id="bu_1" own={own} answer={undefined} />, learnerSession())
  const form = screen.getByRole('button', { name: '保存' }).closest('form') as HTMLFormElement
  expect(Object.fromEntries(new FormData(form))).toMatchObject({
    id: 'bu_1',
    seen: own.updatedTime,
    title: '稳住每一帧',
    slug: 'steady-frames',
    price: '199',
    itemIds: 'ltu_1\nltu_2',
  })
  const price = screen.getByRole('textbox', { name: '套装价（元）' })
  fireEvent.change(price, { target: { value: '19.999' } })
  fireEvent.submit(form)
  expect(price.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('link', { name: '看套装页面' }).getAttribute('href')).toBe('/bundle/steady-frames')
})

test('a refused form comes back as it was typed, with the reason at its field', async () => {
  const sent: object[] = []
  const api = {
    locale: 'zh_CN',
    call: async (_: string, { body }: { body: object }) => {
      sent.push(body)
      throw new ApiError(400, { code: 'bad_request', message: '', details: [{ field: 'slug', message: '有了' }] })
    },
  } as unknown as Api
  const form = new FormData()
  const typed = {
    id: 'bu_1',
    seen: '',
    title: '两件套',
    slug: 'set',
    price: '15,5',
    itemIds: '/tutorial/a\nltu_2',
    published: 'yes',
  }
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  const answer = await actOnBundleForm(api, form)
  expect(sent[0]).toMatchObject({ seen: null, price: 1550, itemIds: ['a', 'ltu_2'], published: true })
  show(<BundleEditor id="bu_1" own={null} answer={answer} />, learnerSession())
  const slug = screen.getByRole('textbox', { name: '网址的最后一段' }) as HTMLInputElement
  expect([slug.value, slug.getAttribute('aria-invalid')]).toEqual(['set', 'true'])
})
