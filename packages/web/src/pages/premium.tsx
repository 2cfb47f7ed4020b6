import type { listGateways } from '@lantern/contract/commerce/payments.ts'
import type { listPlans } from '@lantern/contract/commerce/plans.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { PageHead } from '#catalog/index.ts'
import { orderPlan, PremiumPage } from '#commerce/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/premium.ts'

/** /premium */
export async function loader({ context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const [offer, { gateways }] = await Promise.all([
    api.call<typeof listPlans>('GET /api/learn/cn/plan/list'),
    api.call<typeof listGateways>('GET /api/learn/cn/payment/gateways'),
  ])
  return { offer, gateways }
}

export async function action({ request, context }: Route.ActionArgs) {
  try {
    const answer = await orderPlan(apiOf(context), await request.formData())
    return 'to' in answer ? redirect(answer.to) : data(answer, { status: 422 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath('/premium'))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export default function PremiumRoute({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <>
      <PageHead title={t('commerce.premium.title')} description={t('commerce.premium.lead')} />
      <PremiumPage {...loaderData} problem={actionData && 'problem' in actionData ? actionData.problem : null} />
    </>
  )
}
