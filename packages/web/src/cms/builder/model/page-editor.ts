import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import type { PageFault } from '@lantern/contract/cms/faults.ts'
import type { PageDraft, savePageDraft } from '@lantern/contract/cms/pages.ts'
import type { Schedule } from '@lantern/contract/documents.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { DraftCopies } from '#kit/documents/draft-copies.ts'
import { createDraftSync } from '#kit/documents/draft-sync.ts'
import type {
  DraftSync,
  DraftSyncOptions,
  DraftSyncState,
  SaveKind,
  StoredDraft,
} from '#kit/documents/draft-sync-state.ts'
import { soundContent } from './page-content.ts'
import { beginEdits, editPage, type PageEdit, type PageEdits } from './page-edits.ts'

/** A page is one part. Copies on people's devices know it by this name. */
export interface PageForms {
  general: PageContent
}

export type SyncedPage = Omit<PageDraft, 'content'> & StoredDraft<PageForms>

export interface PageEditorState extends DraftSyncState<PageForms, SyncedPage> {
  draft: SyncedPage
  edits: PageEdits
}

interface PageEditorOptions
  extends Pick<DraftSyncOptions<PageForms, SyncedPage>, 'session' | 'copies' | 'onNewer' | 'faultOf' | 'now'> {
  draft: PageDraft
  /** Editor, page and language: what is kept on this device belongs to all of them. */
  owner: string
  save(baseVersion: number, content: PageContent, kind: SaveKind): Promise<ResponseOf<typeof savePageDraft>>
  /** The same when the page goes and nobody hears the answer. False: it was not taken. */
  leave(baseVersion: number, content: PageContent): boolean
  read(): Promise<PageDraft>
  /** The number of the newest version. */
  newest(): Promise<number>
}

type Synced =
  | 'flush'
  | 'inTurn'
  | 'resolve'
  | 'lookForNewer'
  | 'heard'
  | 'lookForCopies'
  | 'takeOffer'
  | 'dropOffer'
  | 'keep'
  | 'leave'

export interface PageEditor extends Pick<DraftSync<PageForms, SyncedPage>, Synced | 'subscribe' | 'close'> {
  state(): PageEditorState
  edit(edit: PageEdit): void
  /** Takes over the server's answer: a restored revision or a publication. */
  adopt(draft: PageDraft): void
  /** The faults that a thorough look has found. */
  setFaults(faults: PageFault[]): void
  /** What is to happen to this language of the page by itself. */
  setSchedule(schedule: Schedule[]): void
}

/** A managed page in one language in its editor: kept by itself as every document, with steps to undo. */
export function createPageEditor(options: PageEditorOptions): PageEditor {
  const first = syncedPage(options.draft)
  const listeners = new Set<() => void>()
  let edits = beginEdits(first.forms.general)
  const sync = createDraftSync<PageForms, SyncedPage>({
    ...options,
    parts: ['general'],
    draft: first,
    forms: first.forms,
    ownerOf: () => options.owner,
    copies: options.copies && withSoundContent(options.copies),
    async save({ baseVersion, form, kind }) {
      const answer = await options.save(baseVersion, form, kind)
      return { ...answer, partVersions: { general: answer.version } }
    },
    leave: ({ baseVersion, form }) => options.leave(baseVersion, form),
    read: async () => syncedPage(await options.read()),
  })
  let current = snapshot()
  sync.subscribe(() => {
    const { general } = sync.state().forms
    // another text than the one that was edited here: it can be taken back too
    if (edits.content !== general) edits = editPage(edits, { type: 'replace', content: general })
    changed()
  })

  function snapshot(): PageEditorState {
    const state = sync.state()
    return { ...state, draft: state.draft ?? first, edits }
  }

  function changed(): void {
    current = snapshot()
    for (const listener of listeners) listener()
  }

  return {
    ...sync,
    state: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit(edit) {
      const before = edits
      edits = editPage(edits, edit)
      if (edits.content !== before.content) sync.change('general', edits.content)
      else if (edits !== before) changed()
    },
    adopt: (draft) => sync.adopt(syncedPage(draft)),
    setFaults: (faults) => sync.amend({ faults }),
    setSchedule(schedule) {
      const { page, locale } = snapshot().draft
      const locales = page.locales.map((one) => (one.locale === locale ? { ...one, schedule } : one))
      sync.amend({ page: { ...page, locales } })
    },
  }
}

function syncedPage({ content, ...draft }: PageDraft): SyncedPage {
  return {
    ...draft,
    id: draft.page.id,
    partVersions: { general: draft.version },
    forms: { general: soundContent(content) },
  }
}

/** A copy kept on a device may be older than this editor. */
function withSoundContent(copies: DraftCopies): DraftCopies {
  return {
    ...copies,
    list: async (owner) => (await copies.list(owner)).map((copy) => ({ ...copy, form: soundContent(copy.form) })),
  }
}
