// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { showOnDesk } from '../testing/on-desk.tsx'
import { sampleForms } from '../testing/sample-draft.ts'
import { tutorialKind } from '../tutorial/tutorial-kind.ts'
import { OfferNotice } from './offer-notice.tsx'

beforeEach(prepareBrowser)

test('of what an earlier page left on this device each field can be restored or left out', async () => {
  const now = sampleForms()
  const general = { ...now.general, title: '断网时的标题', isExercise: true }
  const offer = { keptAt: '2026-03-01T04:00:00.000Z', forms: { general }, copies: [] }
  const desk = showOnDesk(<OfferNotice offer={offer} />, { kind: tutorialKind, forms: now })
  const take = vi.spyOn(desk, 'takeOffer')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '查看并恢复' }))
  const dialog = within(await screen.findByRole('dialog'))
  const restore = dialog.getByRole('button', { name: '恢复' })
  await user.click(dialog.getByRole('checkbox', { name: '标题' }))
  expect(restore.hasAttribute('disabled')).toBe(false)
  await user.click(restore)
  await waitFor(() => expect(take).toHaveBeenCalledWith({ general: { ...now.general, isExercise: true } }))
  for (const field of dialog.getAllByRole('checkbox', { checked: true })) await user.click(field)
  expect(restore.hasAttribute('disabled')).toBe(true)
})
