import type { getPageDraft, PageDraft } from '@lantern/contract/cms/pages.ts'
import { isOfferedLocale, type OfferedLocale, offeredLocales } from '@lantern/contract/locales.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { useState } from 'react'
import { data, redirect } from 'react-router'
import { itemPicker } from '#authoring/index.ts'
import { PageBuilder, StartLanguage } from '#cms/index.ts'
import { type Api, ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Route } from './+types/creator-page.ts'

export { links } from 'virtual:authors-sheet'

// /creator/pages/{id}?locale=…: the builder, in one language of the page.

export const handle = { headerTheme: 'hidden' }

export async function loader({ params, url, context }: Route.LoaderArgs) {
  if (!params.id.startsWith('pg_')) throw data(null, { status: 404 })
  const api = apiOf(context)
  const given = url.searchParams.get('locale') ?? undefined
  const asked = isOfferedLocale(given) ? given : null
  try {
    const draft = await readDraft(api, params.id, asked ?? api.locale)
    if (draft) return { draft, missing: null }
    // a language that has not been begun: the page is there in another one
    for (const locale of offeredLocales) {
      const other = await readDraft(api, params.id, locale)
      if (!other) continue
      if (!asked) throw redirect(`${url.pathname}?locale=${locale}`)
      return { draft: null, missing: { page: other.page, locale: asked } }
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    throw error
  }
  throw data(null, { status: 404 })
}

/** Null where it is not there, or not for this person: the two are not told apart. */
async function readDraft({ call }: Api, id: string, locale: OfferedLocale): Promise<PageDraft | null> {
  try {
    return await call<typeof getPageDraft>('GET /api/learn/creator/page/:id/:locale', { params: { id, locale } })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return null
    throw error
  }
}

export function meta() {
  return [{ name: 'robots', content: 'noindex' }]
}

export default function CreatorPage({ loaderData: { draft, missing } }: Route.ComponentProps) {
  if (missing) return <NotBegun {...missing} />
  return <PageBuilder key={`${draft.page.id} ${draft.locale}`} draft={draft} items={itemPicker} />
}

function NotBegun({ page, locale }: { page: PageDraft['page']; locale: OfferedLocale }) {
  const t = useMessages()
  const [starts, setStarts] = useState(false)
  const language = t(`shell.locale.${locale}`)
  return (
    <main id="main" className="wrap">
      <EmptyState
        level={1}
        bare
        title={t('cms.builder_not_begun_title', { language })}
        actions={
          <>
            <Button theme="primary" onClick={() => setStarts(true)}>
              {t('cms.builder_start_title', { language })}
            </Button>
            <LinkButton to="/creator/pages">{t('cms.builder_to_pages')}</LinkButton>
          </>
        }
      >
        <p>{t('cms.builder_not_begun_text')}</p>
      </EmptyState>
      {starts && (
        <StartLanguage
          pageId={page.id}
          locale={locale}
          from={page.locales.map((one) => one.locale)}
          onClose={() => setStarts(false)}
        />
      )}
    </main>
  )
}
