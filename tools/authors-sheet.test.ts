import { expect, test } from 'vitest'
import { readSheet } from '../packages/web/authors-sheet-plugin.ts'
import { allModulesOf, pages } from '../packages/web/first-modules.ts'

const { files, address } = readSheet()
const names = files.map((file) => file.slice(pages.length + 1))

test('the styles of editors are in the sheet of authors, and nothing of it that a learner’s page may come to need', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      'authoring/editor-shell/editor-head.module.css',
      'media/editor/editor.module.css',
      'media/library/media-library.module.css',
    ]),
  )
  for (const page of ['root.tsx', 'pages/tutorial.tsx', 'pages/quiz.tsx', 'pages/search.tsx']) {
    expect([...allModulesOf(page)].filter((file) => files.includes(file))).toEqual([])
  }
  // it comes with the first play, long after the page
  expect([...allModulesOf('pages/tutorial.tsx')].join()).toContain('media/player/control-bar.module.css')
})

test('its address stays as long as nothing in it changes', () => {
  expect(address).toMatch(/^assets\/authors-[\w-]{8}\.css$/)
  expect(readSheet().address).toBe(address)
})
