import { editLink } from '@lantern/contract/links.ts'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { faultsOfForms, partOfField } from '../publish/item-checks.ts'
import { isNewAddress } from './addresses.ts'
import styles from './editor-tabs.module.css'
import { useDraftState, useEditorTools } from './editor-tools.tsx'

type EditorTabsProps = {
  /** The part that is open. */
  current: string
  /** Saves the tab that is left; false stays on it. */
  onLeave: () => Promise<boolean>
}

/** The parts of the editor. The tab that is left is saved before the other one opens. */
export function EditorTabs({ current, onLeave }: EditorTabsProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { kind, draftEditor, campus, versions } = useEditorTools()
  const { forms } = useDraftState()
  const faults = faultsOfForms(
    kind,
    forms,
    versions.map(({ id }) => id),
  )
  const open = async (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const to = link.getAttribute('href') ?? ''
    if (!(await onLeave())) return
    const { draft } = draftEditor.state()
    // a new draft has an address of its own by now
    const path = draft ? editLink(draft, { campus }) : ''
    await navigate(`${path}${to}`, { preventScrollReset: true, replace: isNewAddress(window.location.pathname) })
  }
  return (
    <div className={styles.tabs} onClickCapture={open}>
      <LinkTabs
        label={t('authoring.editor_tabs')}
        tabs={kind.parts.map((row) => {
          const count = row.count?.(forms)
          const missing = faults.filter(({ field }) => partOfField(field) === row.part).length
          return {
            to: addressOf(search, row.tab),
            label: (
              <>
                {t(row.label)}
                {missing > 0 && (
                  <span className={styles.missing}>
                    <span className="sr">{t('documents.errors', { count: missing })}</span>
                    <span aria-hidden="true">{missing}</span>
                  </span>
                )}
              </>
            ),
            ...(count !== undefined && { count }),
            current: row.part === current,
          }
        })}
      />
    </div>
  )
}

function addressOf(search: string, tab: string): string {
  const params = new URLSearchParams(search)
  params.set('tab', tab)
  return `?${params}`
}
