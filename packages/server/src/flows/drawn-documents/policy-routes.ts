import { createHash } from 'node:crypto'
import { cmsChanged } from '@lantern/contract/cms/events.ts'
import { contentLanguage, languageTag, localeNamed, type OfferedLocale } from '@lantern/contract/locales.ts'
import { publishedContent } from '#cms/index.ts'
import { refuse } from '#kit/errors.ts'
import { isHeldAlready } from '#kit/etag.ts'
import { madeOnce } from '#kit/made-once.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { partsOfPage } from './document-parts.ts'
import type { DocumentText } from './draw-document.ts'

/** Policies as files, by their addresses, which are given: each is a page of editors on paper. */
const policies = {
  '/legal/privacy-policy.pdf': 'privacy',
  '/legal/cookies-policy-2024-07-05.pdf': 'cookies-policy',
} as const

/** Two documents to keep or to print, in the visitor's language and as they are published at this moment. */
export function policyRoutes(app: App): void {
  for (const [path, slug] of Object.entries(policies)) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const { etag, language, open } = await policyFile(app.services, slug, request.locale)
      reply.headers({
        etag,
        'content-language': language,
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: 'accept-language, cookie',
      })
      if (isHeldAlready(request.headers['if-none-match'], etag)) return reply.status(304).send()
      return reply.type('application/pdf').send(await open())
    })
  }
}

/** A policy says something else now: files drawn from its old text go. */
export function forgetPolicyFiles(services: Services): void {
  services.stream.subscribe('flows.policy_files', [cmsChanged], async (batch) => {
    for (const { slug } of batch.map(({ payload }) => payload)) {
      if (!(Object.values(policies) as string[]).includes(slug)) continue
      for await (const key of services.storage.keys(`documents/${slug}/`)) await services.storage.delete(key)
    }
  })
}

// To draw takes up to two seconds of a core.
const drawn = madeOnce()

// Raised when the same words make another document than before.
const drawing = '1'

async function policyFile(services: Services, slug: string, asked: OfferedLocale) {
  const content = await publishedContent(services.db, { namespace: 'learn', slug }, asked)
  if (!content) throw refuse('not_found')
  const locale = localeNamed(content.locale) ?? asked
  const title = content.extendedProperties.find(({ key }) => key === 'title')?.value ?? content.name
  const text: DocumentText = {
    title,
    language: languageTag(locale),
    site: services.config.siteName,
    parts: partsOfPage(content),
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([drawing, text]))
    .digest('base64url')
    .slice(0, 22)
  const key = `documents/${slug}/${contentLanguage(locale)}-${hash}.pdf`
  const make = async () => {
    // what draws is loaded with the first document: 13 MiB that most sites' processes never need
    const { drawDocument } = await import('./draw-document.ts')
    return drawDocument(text)
  }
  const open = () => drawn(services.storage, { key, contentType: 'application/pdf', make })
  return { etag: `"${hash}"`, language: text.language, open }
}
