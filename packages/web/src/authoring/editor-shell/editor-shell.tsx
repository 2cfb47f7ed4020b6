import type { DraftReferences } from '@lantern/contract/authoring/drafts.ts'
import { editLink } from '@lantern/contract/links.ts'
import { type FocusEvent, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { MediaPickerHost } from '#media/index.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { WithOriginal } from '../original/original.tsx'
import { PublishButton } from '../publish/publish-button.tsx'
import { isNewAddress } from './addresses.ts'
import { DeskContext, type EditorDesk, type WantedField } from './desk-context.tsx'
import type { SaveResult } from './desk-state.ts'
import { EditorHead } from './editor-head.tsx'
import type { AnyForms, EditorData, EditorKind, PartOf } from './editor-kind.ts'
import { EditorNotices } from './editor-notices.tsx'
import styles from './editor-shell.module.css'
import { EditorTabs } from './editor-tabs.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { missingText } from './missing-text.ts'
import { useDesk } from './use-desk.ts'
import { useOwnAddress } from './use-own-address.ts'
import { useSaveKey } from './use-save-key.ts'

const RevisionsDialog = lazyPart(async () => ({
  default: (await import('../revisions/revisions-dialog.tsx')).RevisionsDialog,
}))

type EditorShellProps<Forms extends AnyForms> = {
  kind: EditorKind<Forms>
  data: EditorData<Forms>
  campus: boolean
  /** Draws the panel of one part. */
  children: (part: PartOf<Forms>) => ReactNode
}

/** Around every editor: what is edited, its tabs, where it is kept, and publishing. */
export function EditorShell<Forms extends AnyForms>({ kind, data, campus, children }: EditorShellProps<Forms>) {
  const t = useMessages()
  const navigate = useNavigate()
  const desk = useDesk(kind, data, campus)
  const [search] = useSearchParams()
  const [references, setReferences] = useState(data.references)
  const [said, say] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [showsRevisions, setShowsRevisions] = useState(false)
  const row = kind.parts.find(({ tab }) => tab === search.get('tab')) ?? kind.parts[0]

  const open = useCallback(
    async (to: string, options?: { replace?: boolean }) => {
      setLeaving(true)
      await navigate(to, options)
      setLeaving(false)
    },
    [navigate],
  )
  const report = useCallback(
    (part: PartOf<Forms>, result: SaveResult) => {
      if (result === 'saved') toast({ tone: 'good', text: t('changes_saved_successfully') })
      if (result === 'invalid') toast({ tone: 'bad', text: missingText(desk.faults(part), t) })
      const { status, problem } = desk.state()
      if (result === 'failed' && status === 'refused' && problem) toast({ tone: 'bad', text: problem })
      if (result === 'failed' && status === 'away') toast({ tone: 'info', text: t('authoring.save_away') })
      return result
    },
    [desk, t],
  )
  const save = useCallback(
    async (part: PartOf<Forms>) => {
      say(null)
      const result = await desk.save(part)
      if (result === 'unchanged') toast({ tone: 'info', text: t('authoring.nothing_to_save') })
      return report(part, result)
    },
    [desk, report, t],
  )
  const saveAtOnce = useCallback(
    async (part: PartOf<Forms>) => report(part, await desk.saveAtOnce(part)),
    [desk, report],
  )
  const addReferences = useCallback(
    (found: Partial<DraftReferences>) => setReferences((known) => withReferences(known, found)),
    [],
  )
  const showRevisions = useCallback(() => setShowsRevisions(true), [])
  const [wanted, setWanted] = useState<WantedField | null>(null)
  const goTo = useCallback(
    (field: string) => {
      const tab = kind.parts.find(({ part }) => field === part || field.startsWith(`${part}.`))?.tab
      setWanted({ field, isFound: false })
      const params = new URLSearchParams(window.location.search)
      if (tab === undefined || params.get('tab') === tab) return
      params.set('tab', tab)
      const { draft } = desk.state()
      // what was new has an address of its own by now
      const isNew = isNewAddress(window.location.pathname)
      const path = draft && isNew ? editLink(draft, { campus }) : ''
      void navigate(`${path}?${params}`, { preventScrollReset: true, replace: isNew })
    },
    [kind, desk, campus, navigate],
  )
  const context = useMemo<EditorDesk<Forms>>(
    () => ({
      kind,
      desk,
      campus,
      references,
      addReferences,
      versions: data.versions,
      say,
      save,
      saveAtOnce,
      open,
      showRevisions,
      goTo,
      wanted,
    }),
    [kind, desk, campus, references, addReferences, data.versions, save, saveAtOnce, open, showRevisions, goTo, wanted],
  )
  useOwnAddress(desk, { data, campus })
  useSaveKey(() => row && void save(row.part))
  if (!row) return null

  const leaveTab = async (part: PartOf<Forms>) => {
    say(null)
    const result = await desk.save(part)
    if (result === 'saved') report(part, result)
    // what is not complete yet was kept as it stands
    return result !== 'failed' || desk.state().status === 'away'
  }
  const onBlur = ({ target }: FocusEvent) => {
    if (target.matches('input, textarea, select, [contenteditable]')) void desk.flush()
  }
  return (
    // the shell hands its own desk to the panels of its own type
    <DeskContext value={context as unknown as EditorDesk}>
      <div className={styles.editor}>
        <noscript>
          <div className={styles.noscript}>
            <Notice tone="warn">{t('authoring.needs_script')}</Notice>
          </div>
        </noscript>
        <EditorHead onSave={() => void save(row.part)} publish={<PublishButton />} />
        <EditorTabs current={row.part} onLeave={() => leaveTab(row.part)} />
        <EditorNotices said={said} onSaid={() => say(null)} />
        <main id="main" onBlur={onBlur} inert={leaving} aria-busy={leaving || undefined}>
          <WithOriginal>{children(row.part)}</WithOriginal>
        </main>
      </div>
      <MediaPickerHost />
      <LeaveGuard />
      {showsRevisions && (
        <Suspense>
          <RevisionsDialog onClose={() => setShowsRevisions(false)} />
        </Suspense>
      )}
    </DeskContext>
  )
}

function withReferences(known: DraftReferences, found: Partial<DraftReferences>): DraftReferences {
  return {
    items: { ...known.items, ...found.items },
    users: { ...known.users, ...found.users },
    tags: { ...known.tags, ...found.tags },
    packages: { ...known.packages, ...found.packages },
    images: { ...known.images, ...found.images },
    videos: { ...known.videos, ...found.videos },
    attachments: { ...known.attachments, ...found.attachments },
  }
}
