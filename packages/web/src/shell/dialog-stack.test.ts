import { expect, test } from 'vitest'
import { type DialogName, withDialog, withoutDialog } from './dialog-stack.ts'

const signIn: DialogName & { mark: string } = { type: 'sign-in', mark: 'first' }
const video: DialogName & { mark: string } = { type: 'video', key: 'a', mark: 'a' }

test('opening the same type and key replaces the open dialog where it stands [SHELL-057]', () => {
  const open = withDialog(withDialog([], signIn), video)
  expect(withDialog(open, { type: 'sign-in', mark: 'second' })).toEqual([{ type: 'sign-in', mark: 'second' }, video])
})

test('another type or another key goes on top [SHELL-058]', () => {
  const open = withDialog(withDialog([], signIn), video)
  expect(withDialog(open, { type: 'video', key: 'b', mark: 'b' }).map(({ mark }) => mark)).toEqual(['first', 'a', 'b'])
})

test('closing takes exactly that dialog off the stack [SHELL-059]', () => {
  const open = [signIn, video, { type: 'video', key: 'b', mark: 'b' }]
  expect(withoutDialog(open, { type: 'video', key: 'a' }).map(({ mark }) => mark)).toEqual(['first', 'b'])
  expect(withoutDialog(open, { type: 'video' })).toEqual(open)
})
