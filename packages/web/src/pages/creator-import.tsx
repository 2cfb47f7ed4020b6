import type { getCourseImport } from '@lantern/contract/authoring/course-imports.ts'
import { CourseImportPage } from '#authoring/index.ts'
import { apiOf } from '#kit/api.ts'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-import.ts'
import { notFoundUnlessAllowed } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/imports/:id: what becomes of each part of a course. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  const report = await call<typeof getCourseImport>('GET /api/learn/creator/courseImport/:id', { params }).catch(
    notFoundUnlessAllowed,
  )
  return { report }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const report = loaderData?.report
  return [{ title: pageTitle(report?.title || report?.fileName, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorImportPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <CourseImportPage key={loaderData.report.id} report={loaderData.report} />
    </main>
  )
}
