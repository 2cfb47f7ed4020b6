import type { autosaveDraft, beginDraft, getDraft, listRevisions } from '@lantern/contract/authoring/drafts.ts'
import { newId } from '@lantern/contract/ids.ts'
import { useEffect, useState } from 'react'
import { call, sendOnLeave } from '#kit/call.ts'
import { type Translate, useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { toast } from '#ui/toast.ts'
import { createDesk } from './desk.ts'
import type { Desk, DeskStatus, DraftOf } from './desk-state.ts'
import { deviceCopies } from './draft-copies.ts'
import type { AnyForms, EditorData, EditorKind } from './editor-kind.ts'
import { faultOfCall } from './fault-of-call.ts'

/** The desk of one draft as long as its page stands, with everything that makes it save besides the clock. */
export function useDesk<Forms extends AnyForms>(
  kind: EditorKind<Forms>,
  data: EditorData<Forms>,
  campus: boolean,
): Desk<Forms> {
  const t = useMessages()
  const { user } = useSession()
  const [desk] = useState(() => {
    const session = newId('session')
    return createDesk<Forms>({
      kind,
      campus,
      draft: data.draft,
      forms: data.draft?.forms ?? data.forms,
      versions: data.versions.map(({ id }) => id),
      ownerOf: (id) => `${user?.id ?? ''}/${id ?? `new-${campus ? 'campus-' : ''}${kind.type}`}`,
      session,
      copies: deviceCopies(session),
      async begin(forms, origin) {
        const { draft } = await call<typeof beginDraft>(
          'POST /api/learn/creator/draft/new/:type',
          { params: { type: kind.type }, body: { campus, forms, origin } },
          { keepalive: mayOutlive(forms) },
        )
        return draft as unknown as DraftOf<Forms>
      },
      autosave: (id, part, baseVersion, form) =>
        call<typeof autosaveDraft>(
          'POST /api/learn/creator/draft/:id/autosave',
          { params: { id }, body: { part, baseVersion, data: form, origin: session } },
          { keepalive: mayOutlive(form) },
        ),
      leave: (id, part, baseVersion, form) =>
        sendOnLeave<typeof autosaveDraft>(
          'POST /api/learn/creator/draft/:id/autosave',
          { part, baseVersion, data: form, origin: session },
          { id },
        ),
      async read(id) {
        const { draft } = await call<typeof getDraft>('GET /api/learn/creator/draft/:id', { params: { id } })
        // the forms of a draft are those of its type, and the type of an item never changes
        return draft as unknown as DraftOf<Forms>
      },
      async newest(id) {
        const { results } = await call<typeof listRevisions>('GET /api/learn/creator/draft/:id/revisions', {
          params: { id },
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

/** As much as browsers finish for a page that is gone, and some room for what else it says then. */
const mostBytesToOutlive = 48 * 1024

export function mayOutlive(body: unknown): boolean {
  return new Blob([JSON.stringify(body)]).size <= mostBytesToOutlive
}

export function newerText(by: { fullName: string } | null, t: Translate): string {
  return t('authoring.newer_taken', { name: by?.fullName ?? t('authoring.the_site') })
}

/** So often an open editor looks whether somebody else has saved. */
const lookMs = 10_000

interface LivingDesk {
  state(): { status: DeskStatus }
  lookForNewer(): Promise<void>
  lookForCopies(): Promise<void>
  flush(): Promise<boolean>
  keep(): Promise<void>
  leave(): void
  close(): void
}

/** What makes a desk save besides its clock: the page is hidden or left, the network is back. */
export function useDeskLife(desk: LivingDesk): void {
  useEffect(() => {
    void desk.lookForCopies()
    const send = () => void desk.flush()
    const onHidden = () => {
      if (document.visibilityState === 'visible') return comeBack()
      void desk.keep()
      send()
    }
    const retry = () => {
      const { status } = desk.state()
      if (status === 'away' || status === 'signed_out') send()
    }
    const look = () => void (document.visibilityState === 'visible' && desk.lookForNewer())
    const comeBack = () => {
      retry()
      look()
    }
    const looking = setInterval(look, lookMs)
    window.addEventListener('online', send)
    window.addEventListener('focus', comeBack)
    const onGone = () => {
      void desk.keep()
      desk.leave()
    }
    window.addEventListener('pagehide', onGone)
    // back out of the browser's memory: nobody heard what became of it
    window.addEventListener('pageshow', send)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      window.removeEventListener('online', send)
      clearInterval(looking)
      window.removeEventListener('focus', comeBack)
      window.removeEventListener('pagehide', onGone)
      window.removeEventListener('pageshow', send)
      document.removeEventListener('visibilitychange', onHidden)
      desk.close()
    }
  }, [desk])
}
