import { useActionData } from 'react-router'
import { BadgeCheckPage, checkPostedBadge } from '#certificates/index.ts'
import { apiOf } from '#kit/api.ts'
import type { Route } from './+types/certificate-check.ts'

/** /certificate/check: for whoever has the file of a badge. */
export async function action({ request, context }: Route.ActionArgs) {
  return checkPostedBadge(apiOf(context).call, await request.formData())
}

export default function CertificateCheckRoute() {
  return <BadgeCheckPage answer={useActionData<typeof action>()} />
}
