import * as imports from '@lantern/contract/authoring/course-imports.ts'
import { type App, route } from '#kit/route.ts'
import { beginCourseImport, listCourseImports, readCourseImport, startCourseImport } from './course-imports.ts'

/** Courses of other systems. */
export function courseRoutes(app: App): void {
  route(app, imports.beginCourseImport, ({ services, viewer, body }) => beginCourseImport(services, viewer, body))
  route(app, imports.listCourseImports, ({ services, viewer, locale, query }) =>
    listCourseImports(services, viewer, locale, query),
  )
  route(app, imports.getCourseImport, ({ services, viewer, locale, params }) =>
    readCourseImport(services, viewer, locale, params.id),
  )
  route(app, imports.startCourseImport, async ({ services, viewer, params }) => {
    await startCourseImport(services, viewer, params.id)
    return {}
  })
}
