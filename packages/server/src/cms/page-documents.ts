import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { changesBetween } from '@lantern/contract/cms/changes.ts'
import { pageDraftTopic } from '@lantern/contract/cms/topics.ts'
import { personJson } from '#identity/index.ts'
import type { DocumentAt, DocumentTable } from '#kit/documents/document-table.ts'
import type { LocaleOfPage } from './save-page.ts'

/** Managed pages are documents, each language one of its own. */
export const pageDocuments: DocumentTable<PageContent, 'page_id' | 'locale'> = {
  drafts: 'cms_drafts',
  revisions: 'cms_revisions',
  schedules: 'cms_schedules',
  locked: 'cms_pages',
  key: ['page_id', 'locale'],
  content: 'content',
  changesBetween,
  onSaved: ({ topics }, trx, { page_id: pageId, locale }, version) =>
    topics.publish(trx, pageDraftTopic, { pageId, locale }, { type: 'SAVED', version }),
  authorOf: personJson,
}

export function pageDocument({ id, locale }: LocaleOfPage): DocumentAt<PageContent, 'page_id' | 'locale'> {
  return { table: pageDocuments, key: { page_id: id, locale } }
}
