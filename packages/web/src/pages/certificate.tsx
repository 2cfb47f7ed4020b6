import type { getCertificate } from '@lantern/contract/certificates/certificates.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { CertificatePage, sendAppealForm } from '#certificates/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/certificate.ts'

/** /certificate/{number}: for whoever has the number. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  return { certificate: await call<typeof getCertificate>('GET /api/learn/cn/certificate/of/:number', { params }) }
}

/** An appeal against its revocation, or the answer to it. */
export async function action({ params: { number }, request, url, context }: Route.ActionArgs) {
  try {
    const answer = await sendAppealForm(apiOf(context), number, await request.formData())
    return data(answer, { status: answer.done ? 200 : 422 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export default function CertificateRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CertificatePage key={loaderData.certificate.number} {...loaderData} answer={actionData} />
}
