import { pageAddress } from '@lantern/contract/cms/blocks.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { useMemo } from 'react'
import { data, useLoaderData } from 'react-router'
import { PageHead } from '#catalog/index.ts'
import { everyBlock, loadBlockData, loadContent, type PageAddress, PageBlocks } from '#cms/index.ts'
import { apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/managed.ts'
import { loadSlots } from './cms-slot-data.ts'
import { useCmsSlots } from './cms-slots.tsx'
import styles from './managed.module.css'
import { thingsOf } from './managed-things.ts'
import { outsideOrigins } from './outside-origins.ts'
import { readAsAsked } from './preview.ts'
import { showManaged } from './show-managed.ts'

/**
 * /{slug}, /campus/{slug}, /classroom/{slug} and /app/{slug}: pages that editors made, and those that the site comes with.
 * Routes of the site's own win over them.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const address: PageAddress | null = pageAddress(pathOf(url))
  if (!address) throw notFound()
  const api = apiOf(context)
  const token = url.searchParams.get(wireNames.previewToken)
  const { page } = await readAsAsked(url, (draft) =>
    loadContent(api, draft ? { ...address, preview: { token } } : address),
  )
  if (!page || (page.blocks.length === 0 && !page.isDraft)) throw notFound()
  const [blockData, slotData] = await Promise.all([
    loadBlockData(api, page.blocks),
    loadSlots(api, { blocks: page.blocks, search: url.searchParams }),
  ])
  const { headerTheme } = page.properties
  const blocks = everyBlock(page.blocks)
  // one search box is enough, and one question about cookies
  const hideSearch =
    page.properties.hideSearch || blocks.some(({ kind, fields }) => kind === 'nav-bar' && fields.showSearch)
  const asksForCookies = blocks.some(({ kind }) => kind === 'cookie-bar')
  return data(
    { page, blockData, slotData, headerTheme, hideSearch, asksForCookies, outside: outsideOrigins(page) },
    page.isDraft ? { headers: { 'cache-control': 'no-store' } } : {},
  )
}

export function clientLoader(followed: Route.ClientLoaderArgs) {
  return showManaged(followed)
}

/** Headers of the answer: a draft is cached nowhere. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Managed() {
  const { page, blockData, slotData } = useLoaderData<typeof loader>()
  const t = useMessages()
  const slots = useCmsSlots(slotData)
  const { properties, blocks, packages, filters, sortings, locale, isDraft } = page
  const title = properties.title || page.name
  const pageData = useMemo(
    () => ({ ...blockData, packages, filters, sortings }),
    [blockData, packages, filters, sortings],
  )
  return (
    <main id="main" lang={locale.replace('_', '-')}>
      <PageHead
        title={title}
        description={properties.description}
        picture={properties.image.value || undefined}
        hidden={properties.noIndex || isDraft}
        // read by programs alone: how they are made stays on the server
        things={(site) => (import.meta.env.SSR ? thingsOf(page, slotData, site) : [])}
      />
      {isDraft && (
        <div className="wrap">
          <Notice className={styles.draft}>{t(blocks.length > 0 ? 'cms.preview' : 'cms.preview_empty')}</Notice>
        </div>
      )}
      {/* another page under the same route has blocks of its own, also where their ids are the same */}
      <PageBlocks key={`${page.slug} ${locale}`} blocks={blocks} data={pageData} slots={slots} title={title} />
    </main>
  )
}

/** The filters of banners end in a slash. */
function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '')
}

function notFound(): Response {
  return new Response(null, { status: 404 })
}
