import type { BlockKindName } from '@lantern/contract/cms/block-kinds.ts'
import type { KeptBlock, Namespace, PageContent } from '@lantern/contract/cms/blocks.ts'
import { emptyContent } from '@lantern/contract/cms/page-content.ts'
import { createPage, publishPage, savePageDraft, startPageLocale } from '@lantern/contract/cms/pages.ts'
import { type CmsContent, contentQuery } from '@lantern/contract/cms/wire.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { Person, TestSite } from './site.ts'

/** A block as the builder keeps it. */
export function block(
  id: string,
  kind: BlockKindName,
  fields: Record<string, unknown>,
  children: KeptBlock[] = [],
): KeptBlock {
  return { id, kind, fields, children }
}

export function pageContent(title: string, blocks: KeptBlock[]): PageContent {
  return { ...emptyContent(title), blocks }
}

export interface BuiltPage {
  slug: string
  namespace?: Namespace
  /** What it says in each language; the first is the one that it is begun in. */
  texts: Partial<Record<OfferedLocale, PageContent>>
  publish?: boolean
}

/** A page that an editor writes by the builder's own calls, published unless it says otherwise. */
export async function buildPage(editor: Person, { slug, namespace = 'learn', texts, publish = true }: BuiltPage) {
  const written = Object.entries(texts) as [OfferedLocale, PageContent][]
  const [locale = 'zh_CN'] = written.map(([first]) => first)
  const { id } = (await editor.call(createPage, { body: { namespace, slug, name: slug, locale } })).result
  for (const [language, content] of written) {
    const params = { id, locale: language }
    await editor.call(startPageLocale, { params, body: {} })
    const saved = await editor.call(savePageDraft, { params, body: { baseVersion: 1, content, kind: 'save' } })
    if (saved.status !== 200) throw new Error(`${slug} was not saved: ${JSON.stringify(saved.result)}`)
    if (!publish) continue
    const answer = await editor.call(publishPage, { params, body: { version: saved.result.version } })
    if (answer.status !== 200) throw new Error(`${slug} was not published: ${JSON.stringify(answer.result)}`)
  }
  return id
}

/** The language of `pageDrafts` and `pageReader`. */
export const draftLocale = 'zh_CN'

export const heading = (words: string) => block('b1', 'heading', { value: words })

let pages = 0

/** Makes unpublished pages of an editor, each at an address of its own. */
export function pageDrafts(editor: Person) {
  return async (blocks = [heading('旧')]) => {
    const slug = `p${++pages}`
    const texts = { [draftLocale]: pageContent('题', blocks) }
    const id = await buildPage(editor, { slug, texts, publish: false })
    return { id, slug, params: { id, locale: draftLocale } as const }
  }
}

interface PageVisit {
  who?: Person | TestSite
  headers?: object
  preview?: boolean
}

/** Asks for a page as a visitor's browser does. */
export function pageReader(site: TestSite) {
  return async (
    slug: string,
    { who = site, headers = {}, preview = false }: PageVisit = {},
  ): Promise<{ content: CmsContent | null; code?: string; cache: unknown }> => {
    const answer = await who.inject({
      method: 'POST',
      url: '/api/as/graphql',
      headers: { ...headers },
      payload: { query: contentQuery(8), variables: { slug, locale: draftLocale, preview } },
    })
    const { data, errors } = answer.json()
    return {
      content: data?.CmsContent ?? null,
      code: errors?.[0]?.extensions?.code,
      cache: answer.headers['cache-control'],
    }
  }
}
