import type { PageFault } from '@lantern/contract/cms/faults.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { createContext, use, useSyncExternalStore } from 'react'
import type { PageEditor, PageEditorState } from './model/page-editor.ts'

/** The three parts of the builder; on a small screen one of them at a time. */
export type Pane = 'tree' | 'preview' | 'form'

/** What every part of the builder stands on. */
export interface Builder {
  pageEditor: PageEditor
  pageId: string
  locale: OfferedLocale
  pane: Pane
  showPane(pane: Pane): void
  /**
   * What is wrong with the page as it stands now. That something is not filled yet is said only once the page was
   * checked: a block just added is about to be filled.
   */
  faults: readonly PageFault[]
  /** From now on everything is said. */
  sayAll(): void
  /** Leads to what a fault is about. */
  goTo(blockId: string, field: string): void
}

export const BuilderContext = createContext<Builder | null>(null)

export function useBuilder(): Builder {
  const found = use(BuilderContext)
  if (!found) throw new Error('There is no PageBuilder above')
  return found
}

export function usePageState(): PageEditorState {
  const { pageEditor } = useBuilder()
  return useSyncExternalStore(pageEditor.subscribe, pageEditor.state, pageEditor.state)
}
