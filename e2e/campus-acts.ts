import { expect, type Page } from '@playwright/test'
import { isAlive } from './person.ts'

/** Assigns an item on the page of a class, found by words of its title. */
export async function assign(page: Page, words: string, title: string): Promise<void> {
  const button = page.getByRole('button', { name: '布置', exact: true })
  await isAlive(button)
  await button.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '教程、项目、课程或测验' }).fill(words)
  await page.getByRole('option', { name: title }).click()
  await dialog.getByRole('button', { name: '布置', exact: true }).click()
  await expect(dialog).toBeHidden()
}
