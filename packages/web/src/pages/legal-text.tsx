import { useLoaderData } from 'react-router'
import { apiOf } from '#kit/api.ts'
import { pageTitle } from '#kit/page-title.ts'
import { LegalArticle } from '#shell/index.ts'
import type { Route } from './+types/legal-text.ts'
import { legalText } from './legal-texts.server.ts'

/** /app/privacy, /app/terms, /app/person-info-list, /term-of-service, /contact: the path says which text. */
export function loader({ request, context }: Route.LoaderArgs) {
  return legalText(new URL(request.url).pathname, apiOf(context).locale)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }]
}

export default function LegalTextPage() {
  return <LegalArticle text={useLoaderData<typeof loader>()} />
}
