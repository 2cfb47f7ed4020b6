// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { openTutorial } from '../testing/open-tutorial.tsx'
import { sampleForms, step, text } from '../testing/sample-draft.ts'

vi.mock('../fields/rich-field.tsx', () => import('../testing/rich-field.tsx'))

beforeEach(prepareBrowser)

const original = () => {
  const forms = sampleForms()
  const { general, steps, details } = forms
  return {
    revision: 4,
    forms: {
      general: {
        ...general,
        language: 'en',
        title: 'Cascaded shadows',
        description: text('Why one map is not enough.'),
      },
      steps: { ...steps, sections: [step('se_a', 'Split the frustum'), step('se_b', 'Snap to texels')] },
      details,
    },
    // the steps of the translation stand in another order
    ids: { se_1: 'se_b', se_2: 'se_a' },
  }
}
const source = {
  itemId: 'ltu_source',
  title: 'Cascaded shadows',
  language: 'en',
  revision: 4,
  latestRevision: 4,
  published: true,
  path: null,
}

test('while a translation is written, each field has the words of the original beside it', async () => {
  openTutorial({ draft: { source }, original: original() })
  const title = await screen.findByRole('group', { name: '原文：标题' })
  const words = within(title).getByText('Cascaded shadows')
  expect(words.lang).toBe('en')
  expect(within(screen.getByRole('group', { name: '原文：简介' })).getByText('Why one map is not enough.')).toBeTruthy()
})

test('a step shows the step that it was translated from, one of its own none', async () => {
  const steps = { ...sampleForms().steps, sections: [step('se_1', '对齐纹素'), step('se_new', '译者加的')] }
  openTutorial({ at: '?tab=s', draft: { source, forms: sampleForms({ steps }) }, original: original() })
  const title = await screen.findByRole('group', { name: '原文：标题' })
  expect(within(title).getByText('Snap to texels')).toBeTruthy()
  expect(within(screen.getByRole('group', { name: '原文：正文' })).getByText('Snap to texels的正文')).toBeTruthy()
  await userEvent.setup().click(screen.getByRole('button', { name: /译者加的/ }))
  expect(screen.getByRole('textbox', { name: '步骤标题' })).toHaveProperty('value', '译者加的')
  expect(screen.queryByRole('group', { name: /^原文/ })).toBeNull()
})

test('an original that cannot be read is said and asked for again; what is no translation asks for none', async () => {
  const { server } = openTutorial({ draft: { source } })
  await screen.findByText(/暂时读不到原文/)
  server.original = original()
  await userEvent.setup().click(screen.getByRole('button', { name: '再试一次' }))
  expect(await screen.findByRole('group', { name: '原文：标题' })).toBeTruthy()
  expect(screen.queryByText(/暂时读不到原文/)).toBeNull()
})
