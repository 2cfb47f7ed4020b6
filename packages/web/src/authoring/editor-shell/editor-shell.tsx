import type { DraftReferences } from '@lantern/contract/authoring/drafts.ts'
import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { editLink } from '@lantern/contract/links.ts'
import { type FocusEvent, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { PartOf } from '#kit/documents/draft-sync-state.ts'
import { LeaveGuard } from '#kit/documents/leave-guard.tsx'
import { useSaveKey } from '#kit/documents/use-save-key.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { MediaPickerHost } from '#media/index.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { WithOriginal } from '../original/original.tsx'
import { PublishButton } from '../publish/publish-button.tsx'
import { isNewAddress } from './addresses.ts'
import type { SaveResult } from './draft-editor-state.ts'
import { EditorHead } from './editor-head.tsx'
import type { EditorData, EditorKind } from './editor-kind.ts'
import { EditorNotices } from './editor-notices.tsx'
import styles from './editor-shell.module.css'
import { EditorTabs } from './editor-tabs.tsx'
import { type EditorTools, EditorToolsContext, type WantedField } from './editor-tools.tsx'
import { missingText } from './missing-text.ts'
import { withReferences } from './references.ts'
import { useDraftEditor } from './use-draft-editor.ts'
import { useOwnAddress } from './use-own-address.ts'

const KeepsFocus = lazyPart(async () => ({ default: (await import('#kit/keeps-focus.ts')).KeepsFocus }))
const DraftRevisionsDialog = lazyPart(async () => ({
  default: (await import('../revisions/revisions-dialog.tsx')).DraftRevisionsDialog,
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
  const [references, setReferences] = useState(data.references)
  const addReferences = useCallback(
    (found: Partial<DraftReferences>) => setReferences((known) => withReferences(known, found)),
    [],
  )
  const { editor: draftEditor, others } = useDraftEditor(kind, data, campus, addReferences)
  const [search] = useSearchParams()
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
      if (result === 'saved') toast({ tone: 'info', text: t('changes_saved_successfully') })
      if (result === 'invalid') toast({ tone: 'bad', text: missingText(draftEditor.faults(part), t) })
      const { status, problem } = draftEditor.state()
      if (result === 'failed' && status === 'refused' && problem) toast({ tone: 'bad', text: problem })
      if (result === 'failed' && status === 'away') toast({ tone: 'info', text: t('authoring.save_away') })
      return result
    },
    [draftEditor, t],
  )
  const save = useCallback(
    async (part: PartOf<Forms>) => {
      say(null)
      const result = await draftEditor.save(part)
      if (result === 'unchanged') toast({ tone: 'info', text: t('authoring.nothing_to_save') })
      return report(part, result)
    },
    [draftEditor, report, t],
  )
  const saveAtOnce = useCallback(
    async (part: PartOf<Forms>) => report(part, await draftEditor.saveAtOnce(part)),
    [draftEditor, report],
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
      const { draft } = draftEditor.state()
      // a new draft has an address of its own by now
      const isNew = isNewAddress(window.location.pathname)
      const path = draft && isNew ? editLink(draft, { campus }) : ''
      void navigate(`${path}?${params}`, { preventScrollReset: true, replace: isNew })
    },
    [kind, draftEditor, campus, navigate],
  )
  const context = useMemo<EditorTools<Forms>>(
    () => ({
      kind,
      draftEditor,
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
    [
      kind,
      draftEditor,
      campus,
      references,
      addReferences,
      data.versions,
      save,
      saveAtOnce,
      open,
      showRevisions,
      goTo,
      wanted,
    ],
  )
  useOwnAddress(draftEditor, { data, campus })
  useSaveKey(() => row && void save(row.part))
  if (!row) return null

  const leaveTab = async (part: PartOf<Forms>) => {
    say(null)
    const result = await draftEditor.save(part)
    if (result === 'saved') report(part, result)
    // what is not complete yet was kept as it stands
    return result !== 'failed' || draftEditor.state().status === 'away'
  }
  const onBlur = ({ target }: FocusEvent) => {
    if (target.matches('input, textarea, select, [contenteditable]')) void draftEditor.flush()
  }
  return (
    // the shell hands its own tools to the panels of its own type
    <EditorToolsContext value={context as unknown as EditorTools}>
      <div className={styles.editor}>
        <noscript>
          <div className={styles.noscript}>
            <Notice tone="warn">{t('authoring.needs_script')}</Notice>
          </div>
        </noscript>
        <EditorHead others={others} onSave={() => void save(row.part)} publish={<PublishButton />} />
        <EditorTabs current={row.part} onLeave={() => leaveTab(row.part)} />
        <EditorNotices said={said} onSaid={() => say(null)} />
        <main id="main" onBlur={onBlur} inert={leaving} aria-busy={leaving || undefined}>
          <WithOriginal>{children(row.part)}</WithOriginal>
        </main>
      </div>
      <MediaPickerHost />
      <LeaveGuard
        editor={draftEditor}
        isElsewhere={(from, to) => {
          const { draft } = draftEditor.state()
          return from.pathname !== to.pathname && !(draft && to.pathname === editLink(draft, { campus }))
        }}
      />
      <Suspense>
        <KeepsFocus />
      </Suspense>
      {showsRevisions && (
        <Suspense>
          <DraftRevisionsDialog onClose={() => setShowsRevisions(false)} />
        </Suspense>
      )}
    </EditorToolsContext>
  )
}
