import type { getPageDraft, listPageRevisions, PageDraft, savePageDraft } from '@lantern/contract/cms/pages.ts'
import { newId } from '@lantern/contract/ids.ts'
import { useState } from 'react'
import { call, sendOnLeave } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { toast } from '#ui/toast.ts'
import { deviceCopies } from '../../editor-shell/draft-copies.ts'
import { faultOfCall } from '../../editor-shell/fault-of-call.ts'
import { mayOutlive, newerText, useDeskLife } from '../../editor-shell/use-desk.ts'
import { createPageDesk, type PageDesk } from '../model/page-desk.ts'

/** The desk of one page in one language as long as it is open. */
export function usePageDesk(draft: PageDraft): PageDesk {
  const t = useMessages()
  const { user } = useSession()
  const [desk] = useState(() => {
    const session = newId('session')
    const params = { id: draft.page.id, locale: draft.locale }
    return createPageDesk({
      draft,
      owner: `${user?.id ?? ''}/${draft.page.id}/${draft.locale}`,
      session,
      copies: deviceCopies(session),
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
      onNewer: (by) => toast({ tone: 'info', text: newerText(by, t) }),
      faultOf: (error) => faultOfCall(error, t),
      now: () => new Date(),
    })
  })
  useDeskLife(desk)
  return desk
}
