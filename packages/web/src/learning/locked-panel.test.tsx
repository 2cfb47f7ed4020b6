// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, sampleItem } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { LockedPanel } from './locked-panel.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const open = (change: Parameters<typeof sampleItem>[0]) =>
  show(<LockedPanel item={sampleItem({ withPay: true, priceFen: 1200, ...change })} />, learnerSession())

test('a tutorial whose seller has left says that it is not sold any more, and leads members to the membership', () => {
  open({ saleEnded: true, priceFen: null })
  expect(screen.getByRole('heading', { name: '已停售' })).toBeTruthy()
  expect(screen.queryByText('¥12')).toBeNull()
  cleanup()
  open({ saleEnded: true, premium: true, withPay: false, priceFen: null })
  expect(screen.queryByText('已停售')).toBeNull()
  expect(screen.getByRole('link', { name: '成为会员' })).toBeTruthy()
  cleanup()
  open({})
  expect(screen.getByText('¥12')).toBeTruthy()
})
