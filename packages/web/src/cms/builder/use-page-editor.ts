import type { getPageDraft, listPageRevisions, PageDraft, savePageDraft } from '@lantern/contract/cms/pages.ts'
import type { pageDraftTopic } from '@lantern/contract/cms/topics.ts'
import { call, sendOnLeave } from '#kit/call.ts'
import { type CommonOptions, mayOutlive, type OpenEditor, useDraftSync } from '#kit/documents/use-draft-sync.ts'
import { createPageEditor, type PageEditor } from './model/page-editor.ts'

/** The editor of one page in one language as long as it is open. */
export function usePageEditor(draft: PageDraft): OpenEditor<PageEditor> {
  const params = { id: draft.page.id, locale: draft.locale }
  const create = ({ session, person, ...common }: CommonOptions) =>
    createPageEditor({
      ...common,
      session,
      draft,
      owner: `${person}/${draft.page.id}/${draft.locale}`,
      save: (baseVersion, content, kind) =>
        call<typeof savePageDraft>(
          'POST /api/learn/creator/page/:id/:locale/save',
          { params, body: { baseVersion, content, kind, origin: session } },
          { keepalive: mayOutlive(content) },
        ),
      leave: (baseVersion, content) =>
        sendOnLeave<typeof savePageDraft>(
          'POST /api/learn/creator/page/:id/:locale/save',
          { baseVersion, content, kind: 'autosave', origin: session },
          params,
        ),
      read: () => call<typeof getPageDraft>('GET /api/learn/creator/page/:id/:locale', { params }),
      async newest() {
        const { results } = await call<typeof listPageRevisions>('GET /api/learn/creator/page/:id/:locale/revisions', {
          params,
          query: { pageSize: 1 },
        })
        return results[0]?.version ?? 0
      },
    })
  const pattern: (typeof pageDraftTopic)['pattern'] = 'page-draft/:pageId/:locale'
  return useDraftSync(create, { pattern, paramsOf: (pageId) => ({ pageId, locale: draft.locale }) })
}
