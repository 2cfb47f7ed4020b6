import type { listPayouts, markPaidOut } from '@lantern/contract/commerce/sales.ts'
import { PayoutPage } from '#commerce/index.ts'
import { type Api, ApiError, apiOf } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/payouts.ts'
import { notFoundUnlessAllowed, staffAction } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/payouts: not found for all but learning admins. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const month = monthOf(url)
  const list = await api
    .call<typeof listPayouts>('GET /api/learn/finance/payout/list', { query: { ...(month && { month }) } })
    .catch(notFoundUnlessAllowed)
  return { title: translator(api.locale)('commerce.staff_payouts'), list }
}

export const action = (args: Route.ActionArgs) => staffAction(args, (api, form) => payOut(api, form, monthOf(args.url)))

async function payOut(api: Api, form: FormData, month: string) {
  const body = { authorId: String(form.get('authorId') ?? ''), month, amount: Number(form.get('amount')) || 0 }
  try {
    await api.call<typeof markPaidOut>('POST /api/learn/finance/payout', { body })
    return { done: true, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || [401, 403].includes(error.status)) throw error
    return { done: false, problem: error.details[0]?.message ?? failureText(error, translator(api.locale)) }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

/** Empty where the address names no month. */
function monthOf({ searchParams }: URL): string {
  const month = searchParams.get('month') ?? ''
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) ? month : ''
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function PayoutsPage({ loaderData: { list }, actionData }: Route.ComponentProps) {
  return <PayoutPage list={list} answer={actionData} />
}
