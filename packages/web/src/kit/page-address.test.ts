import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

const address = (text: string) => pageAddress(new URL(text, 'http://site.test'))

test('a page is returned to with its context, and without what it does or asks once', () => {
  expect(address('/tutorial/shadow?courseId=lco_1&start=true&ask=restart')).toBe('/tutorial/shadow?courseId=lco_1')
  expect(address('/tutorial/shadow?ask=restart')).toBe('/tutorial/shadow')
})
