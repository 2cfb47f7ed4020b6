import type { getTutorial } from '@lantern/contract/catalog/details.ts'
import { galleryFilters } from '@lantern/contract/community/submission-rules.ts'
import type { listSubmissions } from '@lantern/contract/community/submissions.ts'
import { submissionOrders } from '@lantern/contract/search/criteria.ts'
import { PageHead } from '#catalog/index.ts'
import { GalleryPage } from '#community/index.ts'
import { apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { readPageNumber } from '#kit/page-number.ts'
import type { Route } from './+types/submissions.ts'

/** /tutorial/{slug}/submissions: the gallery of a lesson. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  const { searchParams } = url
  const ob = submissionOrders.find((one) => one === searchParams.get('ob'))
  const only = galleryFilters.find((one) => one === searchParams.get('only'))
  const { tutorialData: item } = await call<typeof getTutorial>('GET /api/learn/tutorial/:id/extends', {
    params: { id: params.slug },
    query: {},
  })
  const query = { itemId: item.id, ob, only, page: readPageNumber(searchParams) }
  const list = await call<typeof listSubmissions>('GET /api/learn/submission/list', { query })
  const { id, type, slug, title, language, organisationId } = item
  const takesMore = item.sections.some((section) => section.type === 'submission')
  return {
    item: { id, type, slug, title, language },
    list,
    order: ob ?? null,
    only: only ?? null,
    takesMore,
    isHidden: organisationId !== null,
  }
}

export default function Submissions({ loaderData: { isHidden, ...gallery } }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <>
      <PageHead title={`${t('community.submissions')} · ${gallery.item.title}`} hidden={isHidden} />
      <GalleryPage {...gallery} />
    </>
  )
}
