import type { getSandboxPayment, playSandboxPayment } from '@lantern/contract/commerce/sandbox-payments.ts'
import { data, redirect } from 'react-router'
import { SandboxPage, sandboxActs } from '#commerce/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/sandbox-payment.ts'

const pathOf = (paymentId: string) => `/payment/sandbox/${encodeURIComponent(paymentId)}`

/** /payment/sandbox/{paymentId}: the page of the gateway that the demo plays. */
export async function loader({ params: { paymentId }, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  try {
    const payment = await api.call<typeof getSandboxPayment>('GET /api/learn/cn/sandbox-payment/:paymentId', {
      params: { paymentId },
    })
    return { payment, path: pathOf(paymentId), title: translator(api.locale)('commerce.gateway_sandbox') }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

/** A payer who paid goes back to the shop at once, as real gateways send them. */
export async function action({ params: { paymentId }, request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const act = sandboxActs.find((one) => one === form.get('act')) ?? 'fail'
  try {
    const { returnUrl } = await apiOf(context).call<typeof playSandboxPayment>(
      'POST /api/learn/cn/sandbox-payment/:paymentId',
      { params: { paymentId }, body: { act } },
    )
    return act === 'fail' ? data({ played: act }, { status: 422 }) : redirect(returnUrl)
  } catch (error) {
    // a payment settled or closed meanwhile is shown as it is
    if (error instanceof ApiError && error.status === 409) return redirect(pathOf(paymentId))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function SandboxPaymentRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <SandboxPage payment={loaderData.payment} path={loaderData.path} played={actionData?.played ?? null} />
}
