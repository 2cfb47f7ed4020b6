import * as links from '@lantern/contract/authoring/links.ts'
import { readMarkdownText, writeMarkdownText } from '@lantern/contract/authoring/markdown.ts'
import { type ContentLanguage, contentLanguages } from '@lantern/contract/roles.ts'
import { type App, route } from '#kit/route.ts'
import { markdownOf, readRichText } from '#media/index.ts'
import { openDraft } from '../drafts/draft-state.ts'
import { documentOfMarkdown } from '../import/markdown-document.ts'
import { allowEmbed } from './allow-embed.ts'
import { askForLinkCheck } from './check-outside.ts'
import { type FindHidden, linkReport } from './link-report.ts'

/** What texts lead to, and texts as Markdown. */
export function linkRoutes(app: App, { findHidden }: { findHidden: FindHidden }): void {
  route(app, links.readLinks, async ({ services, viewer, params }) =>
    linkReport(services, await openDraft(services, viewer, params), findHidden),
  )
  route(app, links.checkLinks, async ({ services, viewer, params }) => {
    const draft = await openDraft(services, viewer, params)
    await askForLinkCheck(services, draft.id)
    return linkReport(services, draft, findHidden)
  })
  route(app, links.allowEmbed, ({ services, body }) => allowEmbed(services, body))
  route(app, readMarkdownText, async ({ services, viewer, body: { text, language } }) => ({
    document: await documentOfMarkdown(services.db, { text, language: languageOf(language), forWhom: viewer.id }),
  }))
  route(app, writeMarkdownText, ({ body }) => ({ text: markdownOf(readRichText(body.document, 'document')) }))
}

function languageOf(language: string): ContentLanguage {
  return contentLanguages.find((known) => known === language) ?? 'en'
}
