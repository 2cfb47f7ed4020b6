// @vitest-environment jsdom
import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { DraftNotices } from '#kit/documents/draft-notices.tsx'
import { prepareBrowser } from '#testing/show.tsx'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { sampleForms } from '../testing/sample-draft.ts'
import { showInEditor } from '../testing/show-in-editor.tsx'
import { tutorialKind } from '../tutorial/tutorial-kind.ts'
import { useDraftComparison } from './draft-comparison.ts'

beforeEach(prepareBrowser)

/** As the editor shows what it was offered. */
function Offered({ general }: Pick<TutorialForms, 'general'>) {
  const { draftEditor } = useEditorTools()
  const comparison = useDraftComparison()
  const state = useDraftState()
  const offer = { keptAt: '2026-03-01T04:00:00.000Z', forms: { general }, copies: [] }
  return (
    <DraftNotices editor={draftEditor} state={{ ...state, offer }} comparison={comparison} lostTitle="" wayOut={null} />
  )
}

test('of what an earlier page left on this device each field can be restored or left out', async () => {
  const now = sampleForms()
  const general = { ...now.general, title: '断网时的标题', isExercise: true }
  const draftEditor = showInEditor(<Offered general={general} />, { kind: tutorialKind, forms: now })
  const take = vi.spyOn(draftEditor, 'takeOffer')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '查看并恢复' }))
  const dialog = within(await screen.findByRole('dialog'))
  const restore = dialog.getByRole('button', { name: '恢复' })
  await user.click(dialog.getByRole('checkbox', { name: '标题' }))
  expect(restore.hasAttribute('disabled')).toBe(false)
  await user.click(restore)
  await waitFor(() => expect(take).toHaveBeenCalledWith({ general: { ...now.general, isExercise: true } }))
  for (const field of dialog.getAllByRole('checkbox', { checked: true })) await user.click(field)
  expect(restore.hasAttribute('disabled')).toBe(true)
})
