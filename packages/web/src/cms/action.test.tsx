// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, showBlocks } from './testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const showActions = (...actions: object[]) => showBlocks([block('callout', { title: '看这里', actions })])

test('an action has id, type, theme, label and url, and each type and theme its look [CMS-059] [CMS-060]', () => {
  const types = ['button', 'link', 'secondary-button', 'tertiary-button']
  const themes = ['default', 'light', 'dark', 'premium']
  const actions = types.flatMap((type) =>
    themes.map((theme) => ({ id: `${type}-${theme}`, type, theme, label: `${type} ${theme}`, url: '/faq' })),
  )
  const looks = actions.map((action) => {
    showActions(action)
    const link = screen.getByRole('link', { name: action.label })
    expect([link.id, link.getAttribute('href')]).toEqual([action.id, '/faq'])
    cleanup()
    return link.className
  })
  expect(new Set(looks).size).toBe(16)
})

test('an action without a label is hidden [CMS-061]', () => {
  const { container } = showActions({ label: '', url: '/faq' }, { label: '  ', url: '/faq' })
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(container.querySelector('[data-actions]')).toBeNull()
})

test('our own learning hosts, paths and anchors open in the same tab, everything else in a new one [SHELL-015] [SHELL-016] [SHELL-017]', () => {
  const targets = [
    'https://learn.example/faq',
    '/faq',
    '#top',
    '?tab=new',
    'https://other.example',
    'mailto:a@b.example',
    'https://learn.example.evil.example/',
  ]
  showActions(...targets.slice(0, 4).map((url) => ({ label: url, url })))
  showActions(...targets.slice(4).map((url) => ({ label: url, url })))
  expect(screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['https://learn.example/faq', null],
    ['/faq', null],
    ['#top', null],
    ['?tab=new', null],
    ['https://other.example', '_blank'],
    ['mailto:a@b.example', '_blank'],
    ['https://learn.example.evil.example/', '_blank'],
  ])
  const outside = screen.getByRole('link', { name: 'https://other.example（在新标签页打开）' })
  expect(outside.getAttribute('rel')).toBe('noopener noreferrer')
})
