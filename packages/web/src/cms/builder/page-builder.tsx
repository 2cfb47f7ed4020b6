import type { PageFault } from '@lantern/contract/cms/faults.ts'
import type { PageDraft } from '@lantern/contract/cms/pages.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { LeaveGuard } from '#kit/documents/leave-guard.tsx'
import { useSaveKey } from '#kit/documents/use-save-key.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { MediaPickerHost } from '#media/index.ts'
import { latinKey } from '#ui/latin-key.ts'
import { Notice } from '#ui/notice.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { toast } from '#ui/toast.ts'
import styles from './builder.module.css'
import { type Builder, BuilderContext, type Pane } from './builder-context.ts'
import { BuilderHead } from './builder-head.tsx'
import { fieldAnchor } from './form/form-context.ts'
import { FormPane } from './form/form-pane.tsx'
import { type ItemPicker, ItemPickerContext } from './form/item-picker.ts'
import { Languages } from './languages.tsx'
import { liveFaults } from './live-faults.ts'
import type { PageEditor } from './model/page-editor.ts'
import { PageNotices } from './page-notices.tsx'
import { PreviewPane } from './preview/preview-pane.tsx'
import { usePrepared } from './preview/use-prepared.ts'
import { TreePane } from './tree/tree-pane.tsx'
import { useOtherLanguage } from './use-other-language.ts'
import { usePageEditor } from './use-page-editor.ts'

const KeepsFocus = lazyPart(async () => ({ default: (await import('#kit/keeps-focus.ts')).KeepsFocus }))

/** A page in one language: its blocks, how it looks, and what is written in it. */
export function PageBuilder({ draft: opened, items }: { draft: PageDraft; items: ItemPicker }) {
  const t = useMessages()
  const { editor: pageEditor, others } = usePageEditor(opened)
  const state = useSyncExternalStore(pageEditor.subscribe, pageEditor.state, pageEditor.state)
  const { edits, draft } = state
  const { locale } = opened
  const pageId = opened.page.id
  const [pane, showPane] = useState<Pane>('tree')
  const [beside, setBeside] = useState<OfferedLocale | null>(null)
  const other = useOtherLanguage(pageId, beside)
  const prepared = usePrepared(edits.content, locale, pageEditor.heard)
  const [isChecked, setChecked] = useState(false)
  const faults = useMemo(() => {
    const all = liveFaults(
      edits.content,
      prepared.state === 'fresh' ? [...prepared.faults, ...draft.faults] : draft.faults,
    )
    return isChecked ? all : all.filter(({ kind }) => !notFilledYet.has(kind))
  }, [edits.content, prepared, draft.faults, isChecked])
  const wanted = useRef<string | null>(null)
  const goTo = useCallback(
    (blockId: string, field: string) => {
      wanted.current = fieldAnchor(blockId, field)
      pageEditor.edit({ type: 'select', id: blockId === '' ? null : blockId })
      showPane('form')
    },
    [pageEditor],
  )
  // once the form stands in which the field is
  useEffect(() => {
    if (wanted.current === null || !showField(wanted.current)) return
    wanted.current = null
  })
  const builder = useMemo<Builder>(
    () => ({ pageEditor, pageId, locale, pane, showPane, faults, sayAll: () => setChecked(true), goTo }),
    [pageEditor, pageId, locale, pane, faults, goTo],
  )
  useSaveKey(async () => {
    if (pageEditor.state().unsaved.length === 0)
      return void toast({ tone: 'info', text: t('authoring.nothing_to_save') })
    if (await pageEditor.flush('save')) toast({ tone: 'good', text: t('changes_saved_successfully') })
    else if (pageEditor.state().status === 'away') toast({ tone: 'info', text: t('authoring.save_away') })
  })
  useUndoKeys(pageEditor)
  return (
    <BuilderContext value={builder}>
      <div className={styles.builder} data-pane={pane}>
        <noscript>
          <Notice tone="warn">{t('authoring.needs_script')}</Notice>
        </noscript>
        <BuilderHead
          others={others}
          languages={
            <Languages
              pageId={pageId}
              locale={locale}
              locales={draft.page.locales}
              other={beside}
              onOther={setBeside}
              flush={() => pageEditor.flush()}
            />
          }
        />
        <nav className={styles.panes} aria-label={t('cms.builder_panes')}>
          <SegmentedControl<Pane>
            label={t('cms.builder_panes')}
            value={pane}
            onValue={showPane}
            options={[
              { value: 'tree', label: t('cms.builder_tree') },
              { value: 'preview', label: t('cms.builder_preview') },
              { value: 'form', label: t('cms.builder_form') },
            ]}
          />
        </nav>
        <PageNotices />
        <main id="main" className={styles.panels}>
          <div className={styles.tree}>
            <TreePane />
          </div>
          <div className={styles.preview}>
            <PreviewPane prepared={prepared} />
          </div>
          <div className={styles.form}>
            <ItemPickerContext value={items}>
              <FormPane other={other} />
            </ItemPickerContext>
          </div>
        </main>
      </div>
      <Suspense>
        <KeepsFocus />
      </Suspense>
      <MediaPickerHost />
      <LeaveGuard
        editor={pageEditor}
        // another language of the same page is another text
        isElsewhere={(from, to) => from.pathname !== to.pathname || from.search !== to.search}
      />
    </BuilderContext>
  )
}

const notFilledYet = new Set<PageFault['kind']>(['required', 'too_few', 'nothing_shown'])

/** Ctrl or Cmd with Z, with Shift or with Y, wherever the focus is. */
function useUndoKeys(pageEditor: PageEditor): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = latinKey(event)
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return
      // the rich-text editor has an undo of its own
      if (event.target instanceof Element && event.target.closest('[contenteditable="true"], dialog')) return
      event.preventDefault()
      pageEditor.edit({ type: event.shiftKey || key === 'y' ? 'redo' : 'undo' })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [pageEditor])
}

/** Opens what a field lies folded in and goes there; false while it is not on the page. */
function showField(anchor: string): boolean {
  let element = document.getElementById(anchor)
  // a fault of something inside of a field that is not drawn apart, as `image.alt`
  for (let at = anchor; !element && at.includes('.'); ) {
    at = at.slice(0, at.lastIndexOf('.'))
    element = document.getElementById(at)
  }
  if (!element) return anchor.endsWith('-')
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) {
    fold.open = true
  }
  for (const fold of element.querySelectorAll('details')) fold.open = true
  element.scrollIntoView?.({ block: 'center' })
  element
    .querySelector<HTMLElement>('input, textarea, select, button, [contenteditable="true"]')
    ?.focus({ preventScroll: true })
  return true
}
