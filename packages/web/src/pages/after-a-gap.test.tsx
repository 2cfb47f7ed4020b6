// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ClassTaught } from '#campus/class-taught.tsx'
import { OrderPage } from '#commerce/order-page.tsx'
import { AnyOrder } from '#commerce/staff/any-order.tsx'
import { Differences } from '#commerce/staff/differences.tsx'
import { StaffGrants } from '#commerce/staff/staff-grants.tsx'
import { StaffLicences } from '#commerce/staff/staff-licences.tsx'
import { sampleOrder } from '#commerce/testing/samples.ts'
import { hearOfTopic } from '#kit/topics.ts'
import { LiveStage } from '#live/live-stage.tsx'
import { learnerSession, sampleItem, sampleLive } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'

// Each of these pages follows a topic. What was told while the connection was lost is read when it is back.

beforeEach(prepareBrowser)
afterEach(cleanup)

const list = { results: [], page: 0, pageSize: 20, total: 0, asOf: '2026-05-10T00:00:00Z' }
const order = sampleOrder()
const found = { order, buyer: null, purchaser: null, payments: [], events: [], entries: [] }
const item = sampleItem({ type: 'liveSession', liveDetails: sampleLive() })

const pages: [string, ReactElement, string][] = [
  ['a class', <ClassTaught key="a" classId="kl_1" teaching={null} />, 'class-teaching/kl_1'],
  ['an order', <OrderPage key="a" order={order} answer={undefined} />, `order/${order.id}`],
  ['an order for staff', <AnyOrder key="a" found={found} answer={undefined} />, `order/${order.id}`],
  ['the differences', <Differences key="a" list={{ ...list, statements: [] }} answer={undefined} />, 'shop-staff'],
  ['given access', <StaffGrants key="a" list={list} answer={undefined} />, 'shop-staff'],
  ['seats', <StaffLicences key="a" list={list} answer={undefined} />, 'shop-staff'],
  [
    'a live session',
    <LiveStage key="a" item={item} phase="coming" questions={null} isMaker={false} />,
    `liveSession/${item.id}`,
  ],
]

test.each(pages)(
  'the page of %s is read again when it begins to be told, and after it was told nothing',
  async (_name, page, topic) => {
    let reads = 0
    const loader = () => {
      reads++
      return null
    }
    const { unmount } = show(page, learnerSession(), { loader })
    await screen.findByRole('region', { name: '消息' })
    await act(async () => hearOfTopic({ type: 'TOPIC_FOLLOWING', topic, id: 'here' }))
    await waitFor(() => expect(reads).toBe(2))
    await act(async () => hearOfTopic({ type: 'TOPIC_GAP' }))
    await waitFor(() => expect(reads).toBe(3))
    unmount()
  },
)
