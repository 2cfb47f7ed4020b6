import { expect, test } from 'vitest'
import { cardLabel, studyMethods } from './card-label.ts'
import { minutesOf } from './duration.ts'
import { displayedOwner } from './owner-display.ts'
import { hasMore } from './paging.ts'
import { starsOf } from './rating.ts'
import { isValidRange, isVersionInRange, linkVersion } from './versions.ts'

test('a rating is half of what is stored [CAT-067]', () => {
  expect(starsOf({ averageRating: 9.3, ratingCount: 3 })).toBe(4.65)
})

test('nobody has rated: there is no rating, and not a rating of zero [CAT-068]', () => {
  expect(starsOf({ averageRating: 0, ratingCount: 0 })).toBeNull()
  expect(starsOf({ averageRating: 0, ratingCount: 1 })).toBe(0)
})

test('minutes set by hand go before measured ones [CAT-072]', () => {
  expect(minutesOf({ withManual: true, manualDuration: 90, duration: 30 })).toBe(90)
  expect(minutesOf({ withManual: false, manualDuration: 90, duration: 30 })).toBe(30)
  expect(minutesOf({ withManual: true, manualDuration: null, duration: 30 })).toBe(30)
})

test('more results exist exactly when the pages so far are below the total [CAT-050]', () => {
  const more = (page: number, total: number) => hasMore({ page, pageSize: 8, total })
  expect([more(0, 0), more(0, 8), more(0, 9), more(1, 16), more(1, 17)]).toEqual([false, false, true, false, true])
})

const order = ['2021.3', '2022.3', '6000.0']

test('a version range holds both ends, an open end, or everything [CAT-042]', () => {
  const range = { minVersionId: '2022.3', maxVersionId: '6000.0', withAll: false }
  expect(order.map((id) => isVersionInRange(range, id, order))).toEqual([false, true, true])
  expect(isVersionInRange({ ...range, maxVersionId: null }, '6000.0', order)).toBe(true)
  expect(isVersionInRange({ minVersionId: null, maxVersionId: null, withAll: true }, '2021.3', order)).toBe(true)
  expect(isVersionInRange({ minVersionId: null, maxVersionId: null, withAll: true }, '1999.1', order)).toBe(false)
})

test('a range is valid when its ends are known and in order [CAT-042]', () => {
  const valid = (minVersionId: string | null, maxVersionId: string | null) =>
    isValidRange({ minVersionId, maxVersionId, withAll: false }, order)
  expect([valid('2021.3', '6000.0'), valid('2022.3', null)]).toEqual([true, true])
  expect([valid('6000.0', '2021.3'), valid('1999.1', '6000.0'), valid(null, null)]).toEqual([false, false, false])
})

test('a link takes the version the visitor reads with, else the newest the item holds for [CAT-007]', () => {
  const range = { minVersionId: '2021.3', maxVersionId: '2022.3', withAll: false }
  expect(linkVersion(range, '2021.3', order)).toBe('2021.3')
  expect(linkVersion(range, '6000.0', order)).toBe('2022.3')
  expect(linkVersion(range, null, order)).toBe('2022.3')
  expect(linkVersion({ minVersionId: null, maxVersionId: null, withAll: true }, null, order)).toBeNull()
})

test('official authors are shown as themselves [CAT-059]', () => {
  const owner = { id: 'u_1', fullName: '许青禾', avatar: '/a.png', official: true }
  expect(displayedOwner(owner)).toEqual({ kind: 'self', name: '许青禾', avatar: '/a.png' })
})

test('other owners appear as the team [CAT-060]', () => {
  expect(displayedOwner({ id: 'u_2', fullName: '林知远', avatar: '/b.png', official: false })).toEqual({ kind: 'team' })
  expect(displayedOwner(undefined)).toEqual({ kind: 'team' })
})

const item = { id: 'ltu_1', ownerId: 'u_owner', premium: false, withPay: false }

test('the label says free, premium or paid, and follows the premium status of the viewer [CAT-034]', () => {
  const both = { ...item, premium: true, withPay: true }
  expect(cardLabel(item, {})).toBe('free')
  expect(cardLabel({ ...item, premium: true }, {})).toBe('premium')
  expect(cardLabel({ ...item, withPay: true }, { id: 'u_1', premium: true })).toBe('paid')
  expect(cardLabel(both, { id: 'u_1', premium: false })).toBe('paid')
  expect(cardLabel(both, { id: 'u_1', premium: true })).toBe('premium')
})

test('an owner sees their own item as owned, a buyer too [CAT-058]', () => {
  const paid = { ...item, withPay: true }
  expect(cardLabel(paid, { id: 'u_owner' })).toBe('owned')
  expect(cardLabel(paid, { id: 'u_1', boughtIds: ['ltu_1'] })).toBe('owned')
  expect(cardLabel(paid, { id: 'u_1' })).toBe('paid')
})

test('live sessions and a lab are named as ways to study [CAT-036] [CAT-037]', () => {
  expect(studyMethods({ type: 'course', liveSessionIds: ['lls_1'], withLab: true })).toEqual(['liveSession', 'lab'])
  expect(studyMethods({ type: 'tutorial', liveSessionIds: [], withLab: false })).toEqual([])
  expect(studyMethods({ type: 'liveSession', liveSessionIds: [], withLab: false })).toEqual(['liveSession'])
})
