import { type ReactNode, Suspense, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel } from '#ui/entry-panel.tsx'
import { EllipsisIcon, PlusIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Notice } from '#ui/notice.tsx'

interface ConnectionsPanelProps<T extends { id: string; name: string }> {
  texts: { title: string; lead: string; add: string; empty: string; emptyText: string; remove: string }
  connections: readonly T[]
  remove: (connection: T) => Promise<unknown>
  /** The row of a connection, with its menu. */
  row: (connection: T, menu: ReactNode, edit: () => void) => ReactNode
  /** The form of a connection; null: a new one. */
  form: (connection: T | null, onClose: () => void) => ReactNode
}

/** Platforms or tools of an organisation: listed, added, changed and removed. */
export function ConnectionsPanel<T extends { id: string; name: string }>(props: ConnectionsPanelProps<T>) {
  const { texts, connections, remove, row, form } = props
  const t = useMessages()
  /** Null: a new one. */
  const [edited, setEdited] = useState<T | null | undefined>(undefined)
  const [removed, setRemoved] = useState<T | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const confirmRemoval = async (connection: T) => {
    await change.send(() => remove(connection), t('lti.removed', { name: connection.name }))
    setRemoved(null)
  }
  return (
    <EntryPanel
      title={texts.title}
      lead={texts.lead}
      act={
        <Button size="s" icon={<PlusIcon className="icon-s" />} onClick={() => setEdited(null)}>
          {texts.add}
        </Button>
      }
    >
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {connections.length === 0 ? (
        <EmptyState bare level={3} title={texts.empty}>
          <p>{texts.emptyText}</p>
        </EmptyState>
      ) : (
        <ul>
          {connections.map((one) => {
            const edit = () => setEdited(one)
            return row(one, <ConnectionMenu name={one.name} onEdit={edit} onRemove={() => setRemoved(one)} />, edit)
          })}
        </ul>
      )}
      <Suspense>{edited !== undefined && form(edited, () => setEdited(undefined))}</Suspense>
      <ConfirmDialog
        open={removed !== null}
        theme="delete"
        title={t('lti.remove_question', { name: removed?.name ?? '' })}
        confirmLabel={t('lti.remove')}
        cancelLabel={t('lti.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => removed && confirmRemoval(removed)}
        onClose={() => setRemoved(null)}
      >
        <p>{texts.remove}</p>
      </ConfirmDialog>
    </EntryPanel>
  )
}

interface ConnectionMenuProps {
  name: string
  onEdit: () => void
  onRemove: () => void
}

function ConnectionMenu({ name, onEdit, onRemove }: ConnectionMenuProps) {
  const t = useMessages()
  const label = t('lti.more_of', { name })
  return (
    <Menu
      label={label}
      trigger={(trigger) => <IconButton label={label} icon={<EllipsisIcon />} theme="bare" {...trigger} />}
    >
      <MenuItem onSelect={onEdit}>{t('lti.change')}</MenuItem>
      <MenuItem tone="bad" onSelect={onRemove}>
        {t('lti.remove')}
      </MenuItem>
    </Menu>
  )
}
