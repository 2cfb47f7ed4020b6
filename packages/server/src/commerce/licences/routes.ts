import * as contract from '@lantern/contract/commerce/licences.ts'
import { type App, route } from '#kit/route.ts'
import { endClassSeats } from './class-seats.ts'
import { giveSeatsTo, readLicences, readSeats, takeSeatBack } from './seats.ts'

/** What educators and admins of an organisation do with its seats. */
export function licenceRoutes(app: App): void {
  route(app, contract.listLicences, ({ services, viewer, params }) => readLicences(services, viewer, params.id))
  route(app, contract.listSeats, ({ services, viewer, params, query }) => readSeats(services, viewer, params, query))
  route(app, contract.giveSeats, ({ services, viewer, params, body }) => giveSeatsTo(services, viewer, params, body))
  route(app, contract.endClassSeats, async ({ services, viewer, params, body }) => {
    await endClassSeats(services, viewer, params, body.classId)
    return { success: true }
  })
  route(app, contract.returnSeat, async ({ services, viewer, params, body }) => {
    await takeSeatBack(services, viewer, params, body.userId)
    return { success: true }
  })
}
