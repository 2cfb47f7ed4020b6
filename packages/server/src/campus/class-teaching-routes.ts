import * as contract from '@lantern/contract/campus/class-teaching.ts'
import { type App, route } from '#kit/route.ts'
import { answer, keepPlace, raise, readClassTeaching } from './class-places.ts'
import { begin, end, move, readOwnTeaching } from './class-teaching.ts'

export function classTeachingRoutes(app: App): void {
  route(app, contract.getClassTeaching, ({ services, viewer, params }) =>
    readClassTeaching(services, viewer, params.classId),
  )
  route(app, contract.listOwnTeaching, async ({ services, viewer }) => ({
    results: await readOwnTeaching(services, viewer),
  }))
  route(app, contract.keepOwnPlace, ({ services, viewer, params, body }) =>
    keepPlace(services, viewer, params.classId, body),
  )
  route(app, contract.beginTeaching, async ({ services, viewer, params, body }) => {
    await begin(services, viewer, params.classId, body)
    return { success: true }
  })
  route(app, contract.moveTeaching, async ({ services, viewer, params, body }) => {
    await move(services, viewer, params.classId, body)
    return { success: true }
  })
  route(app, contract.endTeaching, async ({ services, viewer, params }) => {
    await end(services, viewer, params.classId)
    return { success: true }
  })
  route(app, contract.answerHand, async ({ services, viewer, params, body }) => {
    await answer(services, viewer, params.classId, body)
    return { success: true }
  })
  route(app, contract.raiseHand, async ({ services, viewer, params, body }) => {
    await raise(services, viewer, params.classId, body)
    return { success: true }
  })
}
