import { expect, type Page } from '@playwright/test'
import { codeAt } from '../packages/server/src/identity/guard/one-time-codes.ts'
import { messageTo } from '../tools/visit.ts'
import { idCardNumber, newPhone, tabTo, test } from './person.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: false })

const desktop =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'
const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test.use({ userAgent: phone })

test('an account is made, bound, proved, secured, looked after and left: on a phone, in English, by the keyboard alone', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  await context.addCookies([{ name: 'lantern_locale', value: 'en_US', url: baseURL ?? '' }])
  const hands = keyboardOf(page)
  const main = page.getByRole('main')
  const mobile = newPhone()

  // sign up by SMS
  await page.goto('/auth/signup?redirect_to=%2Ffaq')
  await hands.type('Phone number', mobile)
  await hands.press('Get code')
  await expect(main.getByRole('button', { name: /^Resend in/ })).toBeVisible()
  await hands.type('Code', (await messageTo(page.request, mobile)).code)
  await tabTo(page, main.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await hands.press('Create account')
  await expect(page).toHaveURL('/faq')
  const { user } = await (await page.request.get('/api/session')).json()
  const safety = `/accountSafety/${user.id}`
  await context.addCookies(
    ['welcome', 'bind_prompt', 'bind_banner'].map((what) => ({
      name: `lantern_${what}_${user.id}`,
      value: '1',
      url: baseURL ?? '',
    })),
  )

  // bind the identity provider
  await page.goto(`/auth/unityId/authorization?redirect_to=${encodeURIComponent(safety)}`)
  await hands.press(/Ava Lindqvist/)
  await expect(page).toHaveURL(`${safety}?bindSuccess=true`)
  await expect(page.getByRole('alertdialog', { name: 'Account linked' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(safety)

  // sign out, and come back by the identity provider
  await page.goto('/auth/logout?redirect_to=%2Ffaq')
  await hands.press('Sign out')
  await expect(page).toHaveURL('/faq')
  await page.goto(`/auth/login?redirect_to=${encodeURIComponent(safety)}`)
  await tabTo(page, main.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await hands.press('Developer account')
  await hands.press(/Ava Lindqvist/)
  await expect(page).toHaveURL(safety)
  expect((await (await page.request.get('/api/session')).json()).user.id).toBe(user.id)

  // prove the real name
  page.on('dialog', (question) => question.accept())
  await hands.press('Verify')
  await hands.type('Name', '张三')
  await hands.type('ID card number', idCardNumber())
  await page.keyboard.press('Enter')
  await expect(main.getByText('Your real name is verified.')).toBeVisible()

  // switch on two-factor
  await hands.press('Turn on')
  await expect(page).toHaveURL(/\/auth\/tfa/)
  await hands.press('Turn on')
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  await hands.type('6-digit code', codeAt(secret, new Date()))
  await hands.press('Confirm')
  await hands.press('I have saved them')
  await expect(page).toHaveURL(safety)

  // see another device, and sign it out
  const other = await browser.newContext({ userAgent: desktop, ...(baseURL && { baseURL }) })
  const there = await other.newPage()
  await there.goto('/u3d/oauth/unityId/login?redirect_to=%2Ffaq')
  await there.getByRole('button', { name: /Ava Lindqvist/ }).click()
  await expect(there).toHaveURL('/faq')
  await page.reload()
  await expect(page.getByRole('alertdialog')).toContainText('Edge')
  await page.keyboard.press('Escape')
  await hands.press(/^Sign out .*Edge/)
  await expect(main.getByText('That device was signed out.')).toBeVisible()
  expect((await (await other.request.get('/api/session')).json()).user).toBeNull()
  await other.close()

  // take the data along
  await hands.press('Request export')
  await expect(main.getByRole('link', { name: /^Download/ })).toBeVisible({ timeout: 20_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), hands.press(/^Download/)])
  expect(file.suggestedFilename()).toMatch(/\.zip$/)

  // and leave
  await tabTo(page, main.locator('summary').last())
  await page.keyboard.press('Enter')
  await hands.type(/^Type/, 'delete my account')
  await hands.press('Get code')
  await expect(main.getByRole('button', { name: /^Resend/ })).toBeVisible()
  await hands.type('Code', (await messageTo(page.request, mobile)).code)
  await hands.press('Delete permanently')
  await expect(page).toHaveURL('/')
  expect((await (await page.request.get('/api/session')).json()).user).toBeNull()
})

/** Keyboard acts alone. */
function keyboardOf(page: Page) {
  return {
    async press(name: string | RegExp) {
      const named = { name, exact: true }
      const act = page.getByRole('button', named).or(page.getByRole('link', named)).filter({ visible: true })
      await tabTo(page, page.locator('main, dialog').locator(act).first())
      await page.keyboard.press('Enter')
    },
    async type(name: string | RegExp, text: string) {
      await tabTo(page, page.locator('main, dialog').getByRole('textbox', { name, exact: true }).first())
      await page.keyboard.type(text)
    },
  }
}
