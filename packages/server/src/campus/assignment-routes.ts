import * as contract from '@lantern/contract/campus/assignments.ts'
import { listClassMessages, sendClassMessage } from '@lantern/contract/campus/class-messages.ts'
import { deleteGroup, listGroups, saveGroup, splitClass } from '@lantern/contract/campus/groups.ts'
import { markLearner, releaseMarks } from '@lantern/contract/campus/marks.ts'
import { saveRubric } from '@lantern/contract/campus/rubrics.ts'
import { beatStudy, listHardPoints, readStudy } from '@lantern/contract/campus/study-time.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type App, requireAccess, route } from '#kit/route.ts'
import { writeCsv } from '#kit/write-csv.ts'
import { assign, datesForPerson, withdraw } from './assign.ts'
import { findAssignable } from './assignable.ts'
import { keepGroup, readGroups, removeGroup, split } from './class-groups.ts'
import { readMessages, sendMessage } from './class-messages.ts'
import { readClass, readProgress } from './class-page.ts'
import { requireTeacher } from './class-rights.ts'
import { readDue } from './due-assignments.ts'
import { gradebookFiles, readGradebook } from './gradebook.ts'
import { readHardPoints } from './hard-points.ts'
import { mark, release } from './marks.ts'
import { setOpening } from './openings.ts'
import { keepRubric } from './rubrics.ts'
import { beat } from './study-beats.ts'
import { readClassStudy, readStudyFile } from './study-time.ts'

export function assignmentRoutes(app: App): void {
  route(app, contract.getClass, ({ services, viewer, params }) => readClass(services, viewer, params.classId))
  route(app, contract.listProgress, ({ services, viewer, params, query }) =>
    readProgress(services, viewer, params.classId, query),
  )
  route(app, contract.listDue, ({ services, viewer }) => readDue(services, viewer))
  route(app, contract.findAssignable, async ({ services: { db }, viewer, params, query }) => ({
    results: await findAssignable(db, viewer, await requireTeacher(db, viewer, params.classId), query.q ?? ''),
  }))
  route(app, contract.assignItem, ({ services, viewer, params, body }) =>
    assign(services, viewer, params.classId, body),
  )
  route(app, contract.withdrawAssignment, async ({ services, viewer, params }) => {
    await withdraw(services, viewer, params.classId, params.assignmentId)
    return { success: true }
  })
  route(app, contract.setPersonDates, async ({ services, viewer, params, body }) => {
    await datesForPerson(services, viewer, params, body)
    return { success: true }
  })
  route(app, contract.openForPerson, async ({ services, viewer, params, body }) => {
    await setOpening(services, viewer, params, body)
    return { success: true }
  })
  route(app, markLearner, async ({ services, viewer, params, body }) => {
    await mark(services, viewer, params, body)
    return { success: true }
  })
  route(app, releaseMarks, async ({ services, viewer, params, body }) => {
    await release(services, viewer, params, body)
    return { success: true }
  })

  route(app, saveRubric, async ({ services, viewer, params, body }) => {
    await keepRubric(services, viewer, params, body)
    return { success: true }
  })

  route(app, listGroups, ({ services, viewer, params }) => readGroups(services, viewer, params.classId))
  route(app, saveGroup, ({ services, viewer, params, body }) => keepGroup(services, viewer, params.classId, body))
  route(app, splitClass, ({ services, viewer, params, body, locale }) =>
    split(services, viewer, params.classId, body, (n) => services.text(locale, 'campus.group_n', { n })),
  )
  route(app, deleteGroup, async ({ services, viewer, params }) => {
    await removeGroup(services, viewer, params)
    return { success: true }
  })

  route(app, listClassMessages, async ({ services, viewer, params }) => ({
    results: await readMessages(services, viewer, params.classId),
  }))
  route(app, sendClassMessage, ({ services, viewer, params, body }) =>
    sendMessage(services, viewer, params.classId, body),
  )

  route(app, beatStudy, ({ services, viewer, body }) => beat(services, viewer, body))
  route(app, readStudy, ({ services, viewer, params, query }) =>
    readClassStudy(services, viewer, params.classId, query),
  )
  route(app, listHardPoints, async ({ services, viewer, params }) => ({
    results: await readHardPoints(services, viewer, params.classId),
  }))
  app.get<{ Params: { classId: string } }>(
    '/api/campus/class/:classId/study-time.csv',
    { schema: { hide: true } },
    async ({ params, viewer, locale }, reply) => {
      requireAccess(viewer, 'learner')
      const { services } = app
      const text = (key: string) => services.text(locale, key)
      const table = await readStudyFile(services, viewer as SignedIn, params.classId, text)
      reply.header('content-disposition', 'attachment; filename="study-time.csv"')
      return reply.type('text/csv; charset=utf-8').send(writeCsv(table))
    },
  )

  for (const [ending, { mediaType, write }] of Object.entries(gradebookFiles)) {
    // a file and not a call
    app.get<{ Params: { classId: string } }>(
      `/api/campus/class/:classId/assignments.${ending}`,
      { schema: { hide: true } },
      async ({ params, viewer, locale }, reply) => {
        requireAccess(viewer, 'learner')
        const { services } = app
        const text = (key: string) => services.text(locale, key)
        const table = await readGradebook(services, viewer as SignedIn, params.classId, text)
        reply.header('content-disposition', `attachment; filename="assignments.${ending}"`)
        return reply.type(mediaType).send(await write(table))
      },
    )
  }
}
