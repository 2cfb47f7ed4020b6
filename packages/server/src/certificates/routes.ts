import { checkBadge } from '@lantern/contract/certificates/badges.ts'
import * as contract from '@lantern/contract/certificates/certificates.ts'
import { type App, httpRoute, route } from '#kit/route.ts'
import { answer, appeal } from './appeals.ts'
import { checkBroughtBadge } from './badges/check-badge.ts'
import { badgeDocumentRoutes } from './badges/document-routes.ts'
import {
  type MaySeePath,
  readCertificate,
  readCertificatesOf,
  readOwnCertificates,
  renew,
  revoke,
  setInProfile,
  setShown,
} from './certificates.ts'

export function certificateRoutes(app: App, { maySeePath }: { maySeePath: MaySeePath }): void {
  badgeDocumentRoutes(app)
  httpRoute(app, checkBadge, ({ services, viewer, body, request }) =>
    checkBroughtBadge(services, { viewer, ip: request.ip }, body),
  )
  route(app, contract.getCertificate, ({ services, viewer, params }) =>
    readCertificate(services, viewer, params.number, maySeePath),
  )
  route(app, contract.listOwnCertificates, ({ services, viewer }) => readOwnCertificates(services, viewer))
  route(app, contract.listCertificatesOfPerson, ({ services, viewer, query }) =>
    readCertificatesOf(services, viewer, query.userId),
  )
  route(app, contract.putInProfile, async ({ services, viewer, params, body }) => {
    await setInProfile(services, viewer, params.number, body.inProfile)
    return { success: true }
  })
  route(app, contract.showCertificate, async ({ services, viewer, params, body }) => {
    await setShown(services, viewer, params.number, body.isPublic)
    return { success: true }
  })
  route(app, contract.renewCertificate, async ({ services, viewer, params }) => {
    await renew(services, viewer, params.number)
    return { success: true }
  })
  route(app, contract.revokeCertificate, async ({ services, viewer, params, body }) => {
    await revoke(services, viewer, params.number, body)
    return { success: true }
  })
  route(app, contract.appealRevocation, async ({ services, viewer, params, body }) => {
    await appeal(services, viewer, params.number, body)
    return { success: true }
  })
  route(app, contract.answerAppeal, async ({ services, viewer, params, body }) => {
    await answer(services, viewer, params.number, body)
    return { success: true }
  })
}
