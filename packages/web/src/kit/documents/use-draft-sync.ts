import type { SavedMessage } from '@lantern/contract/documents.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { Present, Topic } from '@lantern/contract/topic.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from '#ui/toast.ts'
import { useMessages } from '../messages.tsx'
import { useSession } from '../session.tsx'
import { useTopic } from '../use-topic.ts'
import { deviceCopies } from './draft-copies.ts'
import type { DraftSync, DraftSyncOptions, StoredDraft } from './draft-sync-state.ts'
import { faultOfCall } from './fault-of-call.ts'

/** What all editors give their sync alike. */
export type CommonOptions = Pick<
  DraftSyncOptions<object, StoredDraft<object>>,
  'session' | 'copies' | 'onNewer' | 'faultOf' | 'now'
> & {
  /** Who edits; the first part of the name of copies on this device. */
  person: string
}

type LivingSync = Pick<
  DraftSync<object, StoredDraft<object>>,
  'subscribe' | 'lookForNewer' | 'lookForCopies' | 'flush' | 'keep' | 'leave' | 'close'
> & { state(): { status: string; draft: { id: string } | null } }

/** Tells of every save of a document, and who has it open. */
type SavedTopic = Topic<string, typeof SavedMessage>

export interface OpenEditor<Editor> {
  editor: Editor
  /** Who else has the same document open. */
  others: readonly Present[]
}

/** The editor of one document as long as its page stands, with everything that makes it save besides its clock. */
export function useDraftSync<Editor extends LivingSync>(
  create: (common: CommonOptions) => Editor,
  topic: { pattern: string; paramsOf(id: string): Readonly<Record<string, string>> },
): OpenEditor<Editor> {
  const t = useMessages()
  const { user } = useSession()
  const [editor] = useState(() => {
    const session = newId('session')
    return create({
      session,
      person: user?.id ?? '',
      copies: deviceCopies(session),
      onNewer: (by) =>
        toast({ tone: 'info', text: t('documents.newer_taken', { name: by?.fullName ?? t('documents.the_site') }) }),
      faultOf: (error) => faultOfCall(error, t),
      now: () => new Date(),
    })
  })
  const id = useSyncExternalStore(
    editor.subscribe,
    () => editor.state().draft?.id ?? null,
    () => null,
  )
  const { state, others } = useTopic<SavedTopic>(topic.pattern, id === null ? null : topic.paramsOf(id), {
    onMessage: ({ version }) => void editor.lookForNewer(version),
    onGap: () => void editor.lookForNewer(),
  })
  useSyncLife(editor, state === 'following')
  return { editor, others }
}

/** As much as browsers finish for a page that is gone, and some room for what else it says then. */
const mostBytesToOutlive = 48 * 1024

export function mayOutlive(body: unknown): boolean {
  return new Blob([JSON.stringify(body)]).size <= mostBytesToOutlive
}

/** How often an open editor polls for another editor's save while it has no realtime connection. */
const lookMs = 10_000

/** The page is hidden or left, the network is back. */
function useSyncLife(sync: LivingSync, isTold: boolean): void {
  useEffect(() => {
    if (isTold) return
    const looking = setInterval(() => {
      if (document.visibilityState === 'visible') void sync.lookForNewer()
    }, lookMs)
    return () => clearInterval(looking)
  }, [sync, isTold])
  useEffect(() => {
    void sync.lookForCopies()
    const send = () => void sync.flush()
    const onHidden = () => {
      if (document.visibilityState === 'visible') return comeBack()
      void sync.keep()
      send()
    }
    const retry = () => {
      const { status } = sync.state()
      if (status === 'away' || status === 'signed_out') send()
    }
    const comeBack = () => {
      retry()
      if (document.visibilityState === 'visible') void sync.lookForNewer()
    }
    window.addEventListener('online', send)
    window.addEventListener('focus', comeBack)
    const onGone = () => {
      void sync.keep()
      sync.leave()
    }
    window.addEventListener('pagehide', onGone)
    // back out of the browser's memory: nobody heard what became of it
    window.addEventListener('pageshow', send)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      window.removeEventListener('online', send)
      window.removeEventListener('focus', comeBack)
      window.removeEventListener('pagehide', onGone)
      window.removeEventListener('pageshow', send)
      document.removeEventListener('visibilitychange', onHidden)
      sync.close()
    }
  }, [sync])
}
