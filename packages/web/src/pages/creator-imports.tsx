import type { listCourseImports } from '@lantern/contract/authoring/course-imports.ts'
import { CourseImports } from '#authoring/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-imports.ts'
import { listOrNothing } from './authors-list.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/imports, and for an organisation /campus/creator/imports. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const campus = url.pathname.startsWith('/campus/')
  const query = campus ? { campus } : {}
  const list = await listOrNothing(
    call<typeof listCourseImports>('GET /api/learn/creator/courseImport/list', { query }),
  )
  return { campus, list, title: translator(locale)('authoring.courses.title') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorImportsPage({ loaderData: { campus, list } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <CourseImports campus={campus} list={list} />
    </main>
  )
}
