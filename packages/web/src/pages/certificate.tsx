import type { getCertificate } from '@lantern/contract/certificates/certificates.ts'
import { CertificatePage } from '#certificates/index.ts'
import { apiOf } from '#kit/api.ts'
import type { Route } from './+types/certificate.ts'

/** /certificate/{number}: for whoever has the number. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  return { certificate: await call<typeof getCertificate>('GET /api/learn/cn/certificate/of/:number', { params }) }
}

export default function CertificateRoute({ loaderData }: Route.ComponentProps) {
  return <CertificatePage {...loaderData} />
}
