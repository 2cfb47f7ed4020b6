import { expect, test } from 'vitest'
import { namespaces, pageAddress, pagePath, segmentSlugs } from './blocks.ts'

test('legal pages are read at the addresses that were given for them [SHELL-003] [SHELL-004] [SHELL-005]', () => {
  expect(pagePath('learn', 'privacy')).toBe('/app/privacy')
  expect(pagePath('learn', 'terms')).toBe('/app/terms')
  expect(pagePath('learn', 'person-info-list')).toBe('/app/person-info-list')
  expect(pagePath('learn', 'term-of-service')).toBe('/term-of-service')
  expect(pagePath('learn', 'contact')).toBe('/contact')
})

test('a path leads back to its page, and every page has one path alone', () => {
  for (const namespace of namespaces) {
    for (const slug of ['about', 'privacy', 'free', 'a_b-1']) {
      expect(pageAddress(pagePath(namespace, slug))).toEqual({ namespace, slug })
    }
  }
  for (const path of ['/privacy', '/learn/about', '/app/contact', '/a/b', '/campus/a/b', '/', '', '/a.b', '/../x']) {
    expect(pageAddress(path), path).toBeNull()
  }
})

test('a segment is read on the home page and has no page of its own', () => {
  for (const slug of segmentSlugs) {
    expect(pagePath('learn', slug)).toBe('/')
    expect(pageAddress(`/${slug}`)).toBeNull()
  }
})
