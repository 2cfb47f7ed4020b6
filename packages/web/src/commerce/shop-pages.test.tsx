// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { OwnBundles } from './own-bundles/own-bundles.tsx'
import { PromotionList } from './promotions/promotion-list.tsx'
import { AllOrders } from './staff/all-orders.tsx'
import { Differences } from './staff/differences.tsx'
import { StaffGrants } from './staff/staff-grants.tsx'
import { StaffLicences } from './staff/staff-licences.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const list = { results: [], page: 9, pageSize: 20, total: 30, asOf: '2026-05-10T00:00:00Z' }
const search = { q: '林' }
const lists: [string, ReactElement, string][] = [
  [
    'orders of all',
    <AllOrders key="a" list={list} search={search} />,
    `/admin/learn/orders?q=${encodeURIComponent('林')}`,
  ],
  [
    'differences',
    <Differences key="a" list={{ ...list, statements: [] }} answer={undefined} />,
    '/admin/learn/differences',
  ],
  ['given access', <StaffGrants key="a" list={list} answer={undefined} />, '/admin/learn/grants'],
  ['seats', <StaffLicences key="a" list={list} answer={undefined} />, '/admin/learn/licences'],
  ['promotions', <PromotionList key="a" list={list} newId="pr_1" answer={undefined} />, '/admin/learn/promotions'],
  ['own bundles', <OwnBundles key="a" list={list} />, '/creator/bundles'],
]

test.each(lists)(
  'a page beyond the last one of %s leads back, and does not say that there are none',
  (_name, page, to) => {
    show(page, learnerSession())
    expect(screen.getByRole('heading', { name: '这一页是空的' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe(to)
  },
)
