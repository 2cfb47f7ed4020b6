import { screen, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'

// The controls of an editor by their names.

export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const box = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
export const choice = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
export const flag = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })
export const confirmIn = async (user: ReturnType<typeof userEvent.setup>, name: string, answer: string) => {
  const dialog = await screen.findByRole('alertdialog', { name })
  await user.click(within(dialog).getByRole('button', { name: answer }))
}
