// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { sampleForms } from '../testing/sample-draft.ts'
import { showInEditor } from '../testing/show-in-editor.tsx'
import { tutorialKind } from '../tutorial/tutorial-kind.ts'
import { TranslationPanel } from './translation-panel.tsx'

beforeEach(prepareBrowser)

const unchanged = '原文在你翻译之后没有修改。'
const changed = '原文在你翻译之后有修改。'
const takenBack = '原文已取消发布，学习者看不到了。'

test.each([
  [4, true, [unchanged]],
  [5, true, [changed]],
  [4, false, [takenBack]],
  [5, false, [changed, takenBack]],
])('a translation of revision 4 says how its original stands: at %i, published %s', async (latest, published, said) => {
  const source = {
    itemId: 'ltu_0',
    title: 'Cascades',
    language: 'en',
    revision: 4,
    latestRevision: latest,
    published,
    path: '/tutorial/cascades',
  }
  showInEditor(<TranslationPanel onLeave={() => undefined} />, { kind: tutorialKind, forms: sampleForms(), source })
  const link = await screen.findByRole('link', { name: 'Cascades' })
  expect([link.getAttribute('href'), link.lang]).toEqual(['/tutorial/cascades', 'en'])
  expect([unchanged, changed, takenBack].filter((words) => screen.queryByText(words)).sort()).toEqual(said.sort())
})

test('an original that the translator may not read is named without a link', async () => {
  const source = {
    itemId: 'ltu_0',
    title: 'Cascades',
    language: 'en',
    revision: 4,
    latestRevision: 4,
    published: false,
    path: null,
  }
  showInEditor(<TranslationPanel onLeave={() => undefined} />, { kind: tutorialKind, forms: sampleForms(), source })
  expect((await screen.findByText('Cascades')).lang).toBe('en')
  expect(screen.queryByRole('link')).toBeNull()
})
