import type { getTutorialMap } from '@lantern/contract/catalog/lists.ts'
import { type Block, type Namespace, type PageProperties, pageLimits } from '@lantern/contract/cms/blocks.ts'
import { everyBlock } from '@lantern/contract/cms/every-block.ts'
import type { askGraphql } from '@lantern/contract/cms/pages.ts'
import { readBlocks, readProperties } from '@lantern/contract/cms/reading.ts'
import { blocksOf, type CmsContent, contentQuery, fieldsOf } from '@lantern/contract/cms/wire.ts'
import type { getBundleMap } from '@lantern/contract/commerce/bundles.ts'
import type { ErrorBody } from '@lantern/contract/errors.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { type Api, ApiError, type HomeSlugs } from '#kit/api.ts'
import { type BlockData, type PagePackages, promoPage } from './slots.ts'

/** A page of editors, ready to be shown. */
export interface ManagedPage extends PagePackages {
  name: string
  slug: string
  /** The language it is written in: the visitor's, or the nearest that there is. */
  locale: string
  isDraft: boolean
  properties: PageProperties
  blocks: Block[]
}

export interface PageAddress {
  slug: string
  namespace?: Namespace
  /** Asks for the draft: for its editors, or for holders of a preview link's token. */
  preview?: { token: string | null }
}

const operation = 'CmsContent'
const query = contentQuery(pageLimits.depth)

/** The content of a page in the visitor's language; null when there is none. */
export async function loadContent(api: Api, { slug, namespace, preview }: PageAddress): Promise<ManagedPage | null> {
  const variables = {
    slug,
    locale: api.locale,
    ...(namespace && { namespace }),
    ...(preview && { preview: true }),
  }
  const { data, errors } = await api
    .call<typeof askGraphql>(
      'POST /api/as/graphql',
      { body: { query, variables, operationName: operation } },
      {
        headers: {
          [wireNames.operationHeader]: operation,
          ...(preview?.token && { [wireNames.previewTokenHeader]: preview.token }),
        },
      },
    )
    .catch(throwAsRefusal)
  if (data?.CmsContent) return readContent(data.CmsContent)
  // GraphQL refuses with an answer that came
  const refusal = errors?.find(
    ({ extensions }) => extensions?.code === 'login_required' || extensions?.code === 'forbidden',
  )
  if (refusal) throw new ApiError(403, { code: 'forbidden', message: refusal.message })
  return null
}

/** GraphQL tells a failure in its own shape; pages read the API's. */
function throwAsRefusal(error: unknown): never {
  const [told] = error instanceof ApiError ? ((error.data as { errors?: GraphqlFailure[] }).errors ?? []) : []
  throw error instanceof ApiError && told
    ? new ApiError(error.status, { ...told.extensions, message: told.message })
    : error
}

type GraphqlFailure = { message: string; extensions: Pick<ErrorBody, 'code' | 'details'> }

/** Content as it came over the wire; unreadable parts are left out. */
export function readContent(content: CmsContent): ManagedPage {
  const { name, slug, locale, status, packages, filters, sortings } = content
  return {
    name,
    slug,
    locale,
    isDraft: status === 'draft',
    properties: readProperties(fieldsOf(content.extendedProperties)).properties,
    blocks: readBlocks(blocksOf(content.contentDetails)).blocks,
    packages,
    filters,
    sortings,
  }
}

export type Segments = Record<keyof HomeSlugs, ManagedPage | null>

/**
 * The segments that the home page shows: all are asked for at once, and one that did not come is asked for again. One
 * that there is none of leaves its place empty.
 */
export async function loadSegments(api: Api, slugs: HomeSlugs): Promise<Segments> {
  const [top, bottom] = await Promise.all([loadSegment(api, slugs.top), loadSegment(api, slugs.bottom)])
  return { top, bottom }
}

async function loadSegment(api: Api, slug: string): Promise<ManagedPage | null> {
  return (await orNull(loadContent(api, { slug }))) ?? (await orNull(loadContent(api, { slug })))
}

/** What the cards of these blocks show. Where the call fails, the block says so in the place of its cards. */
export async function loadBlockData({ call }: Api, blocks: readonly Block[]): Promise<BlockData> {
  const data: BlockData = { tutorials: {}, bundles: {} }
  await Promise.all(
    everyBlock(blocks).map(async ({ id, kind, fields }) => {
      if (kind !== 'promo-cards' && kind !== 'bundle-cards') return
      const query = { ids: JSON.stringify(fields.ids), pageNumber: promoPage.first, pageSize: promoPage.size }
      if (kind === 'promo-cards')
        data.tutorials[id] = await orNull(call<typeof getTutorialMap>('GET /api/learn/cn/tutorialMap', { query }))
      else data.bundles[id] = await orNull(call<typeof getBundleMap>('GET /api/learn/cn/bundleMap', { query }))
    }),
  )
  return data
}

/** A part of a page that could not be asked for leaves the rest as it is. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
