import type { listDiscounts } from '@lantern/contract/commerce/discounts.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { actOnDiscountForm, MyDiscounts } from '#commerce/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/my-discounts.ts'
import { requireOwn } from './own-page.ts'

/** The call knows no page beyond it. */
const mostPages = 100_000

/** /discount/{userId}: one's own; of another there is nothing to see, whether they exist or not. */
export async function loader({ params: { userId }, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  await requireOwn(api, userId, pageAddress(url))
  const asked = Math.trunc(Number(url.searchParams.get('page') ?? 0)) || 0
  const page = Math.min(Math.max(0, asked), mostPages)
  const list = await api.call<typeof listDiscounts>('GET /api/learn/cn/discount/list', { query: { userId, page } })
  const path = `/discount/${userId}`
  const lastPage = Math.max(0, Math.ceil(list.total / list.pageSize) - 1)
  if (page > lastPage) throw redirect(lastPage > 0 ? `${path}?page=${lastPage}` : path)
  return { list, path, title: translator(api.locale)('commerce.discounts_title') }
}

export async function action({ params: { userId }, request, url, context }: Route.ActionArgs) {
  const api = apiOf(context)
  const here = pageAddress(url)
  await requireOwn(api, userId, here)
  try {
    const answer = await actOnDiscountForm(api, await request.formData())
    return data(answer, { status: answer.done ? 200 : 422 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function MyDiscountsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <MyDiscounts list={loaderData.list} path={loaderData.path} answer={actionData} />
}
