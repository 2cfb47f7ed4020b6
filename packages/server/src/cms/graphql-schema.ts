import { slugPattern } from '@lantern/contract/cms/blocks.ts'
import type { CmsContent } from '@lantern/contract/cms/wire.ts'
import { defaultLocale, localeNamed } from '@lantern/contract/locales.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { createGraphQLError, createSchema } from 'graphql-yoga'
import { isDatabaseAway, Refusal } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { PageSurroundings } from './check-page.ts'
import { withoutGoneLinks } from './gone-links.ts'
import { previewContent } from './previews.ts'
import { isNamespace, publishedContent } from './published.ts'

/** What a request was told; shared by its resolvers, each of which gets a context of its own. */
export interface Told {
  /** What is for all may be kept. That nothing was found costs nothing to find out again. */
  audience: 'nobody' | 'all' | 'one'
}

/** The viewer, for the resolvers. */
export interface GraphqlContext {
  services: Services
  surroundings: Pick<PageSurroundings, 'gonePaths'>
  viewer: Viewer
  previewToken: string | undefined
  told: Told
  refusalText(refusal: Refusal): string
}

const typeDefs = /* GraphQL */ `
  type Query {
    "A page or segment that editors made, in a language or the nearest that there is. Null when there is none."
    CmsContent(slug: String!, locale: String!, namespace: String, preview: Boolean): CmsContent
  }

  type CmsContent {
    name: String!
    slug: String!
    "published, or draft when a preview was asked for."
    status: String!
    "The language it is written in."
    locale: String!
    "It was published with links to items or bundles, of which it has those that are there."
    linksThings: Boolean
    extendedProperties: [CmsProperty!]!
    contentDetails: [CmsContentDetail!]!
    packages: [CmsPackage!]!
    filters: [CmsFilter!]!
    sortings: [CmsSorting!]!
  }

  type CmsProperty {
    key: String!
    value: String!
  }

  type CmsContentDetail {
    fieldTitle: String!
    moduleName: String!
    analysisType: String!
    value: String
    listValue: [CmsListEntry!]!
    properties: [CmsProperty!]!
    contentDetails: [CmsContentDetail!]!
  }

  type CmsListEntry {
    properties: [CmsProperty!]!
  }

  type CmsPackage {
    id: String!
    name: String!
    rating: CmsRating!
    publisherName: String!
    publisherId: String!
    category: String!
    mainImage: String!
    iconImage: String!
    price: CmsPrice!
    plusProSale: Boolean!
    onSale: Boolean!
    elevated: Boolean!
    url: String!
    isNew: Boolean!
    partner: Boolean!
  }

  type CmsRating {
    average: Float!
    count: Int!
  }

  "In fen."
  type CmsPrice {
    price: Int!
    originPrice: Int!
  }

  type CmsFilter {
    key: String!
    packages: [String!]!
  }

  type CmsSorting {
    key: String!
    sorting: String!
  }
`

interface ContentArguments {
  slug: string
  locale: string
  namespace?: string | null
  preview?: boolean | null
}

export const schema = createSchema<GraphqlContext>({
  typeDefs,
  resolvers: {
    Query: {
      CmsContent: (_root: unknown, given: ContentArguments, context) => content(given, context),
    },
  },
})

async function content(given: ContentArguments, context: GraphqlContext): Promise<CmsContent | null> {
  const { services, surroundings, viewer, previewToken: token, told } = context
  const { slug } = given
  const namespace = given.namespace ?? 'learn'
  if (!slugPattern.test(slug) || !isNamespace(namespace)) return null
  const locale = localeNamed(given.locale) ?? defaultLocale
  try {
    if (given.preview === true) {
      told.audience = 'one'
      return await previewContent(services, { slug, namespace, locale, viewer, token })
    }
    const found = await publishedContent(services.db, { slug, namespace }, locale)
    if (found && told.audience === 'nobody') told.audience = 'all'
    return found && (await withoutGoneLinks(services, surroundings, found))
  } catch (error) {
    told.audience = 'one'
    throw asGraphqlError(error, context)
  }
}

function asGraphqlError(error: unknown, { refusalText }: GraphqlContext): unknown {
  if (isDatabaseAway(error)) {
    return createGraphQLError('The database is away', {
      extensions: { code: 'unavailable', http: { status: 503, headers: { 'retry-after': '2' } } },
    })
  }
  if (!(error instanceof Refusal)) return error
  return createGraphQLError(refusalText(error), { extensions: { code: error.code } })
}
