import type { LtiTool, removeLtiTool } from '@lantern/contract/lti/tools.ts'
import { Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { EllipsisIcon, FlaskConicalIcon, PlusIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTold } from './told.ts'

const ToolDialog = lazyPart(async () => ({ default: (await import('./tool-dialog.tsx')).ToolDialog }))

/** Outside tools that classes of the organisation open from here. */
export function ToolsPanel({ organisationId, tools }: { organisationId: string; tools: readonly LtiTool[] }) {
  const t = useMessages()
  const told = useTold()
  /** Null: a new one. */
  const [edited, setEdited] = useState<LtiTool | null | undefined>(undefined)
  const [removed, setRemoved] = useState<LtiTool | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const remove = async ({ id, name }: LtiTool) => {
    await change.send(
      () =>
        call<typeof removeLtiTool>('POST /api/campus/organisation/:id/lti/tool/remove', {
          params: { id: organisationId },
          body: { toolId: id },
        }),
      t('lti.removed', { name }),
    )
    setRemoved(null)
  }
  return (
    <EntryPanel
      title={t('lti.tools')}
      lead={t('lti.tools_lead')}
      act={
        <Button size="s" icon={<PlusIcon className="icon-s" />} onClick={() => setEdited(null)}>
          {t('lti.add_tool')}
        </Button>
      }
    >
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {tools.length === 0 ? (
        <EmptyState bare title={t('lti.no_tools')}>
          <p>{t('lti.no_tools_text')}</p>
        </EmptyState>
      ) : (
        <ul>
          {tools.map((tool) => (
            <EntryRow
              key={tool.id}
              icon={<FlaskConicalIcon />}
              name={tool.name}
              note={[t('lti.in_classes', { count: tool.classes }), told(tool)].join(' · ')}
              menu={
                <Menu
                  label={t('lti.more_of', { name: tool.name })}
                  trigger={(trigger) => (
                    <IconButton
                      label={t('lti.more_of', { name: tool.name })}
                      icon={<EllipsisIcon />}
                      theme="bare"
                      {...trigger}
                    />
                  )}
                >
                  <MenuItem onSelect={() => setEdited(tool)}>{t('lti.change')}</MenuItem>
                  <MenuItem tone="bad" onSelect={() => setRemoved(tool)}>
                    {t('lti.remove')}
                  </MenuItem>
                </Menu>
              }
            />
          ))}
        </ul>
      )}
      <Suspense>
        {edited !== undefined && (
          <ToolDialog organisationId={organisationId} tool={edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
      <ConfirmDialog
        open={removed !== null}
        theme="delete"
        title={t('lti.remove_question', { name: removed?.name ?? '' })}
        confirmLabel={t('lti.remove')}
        cancelLabel={t('lti.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => removed && remove(removed)}
        onClose={() => setRemoved(null)}
      >
        <p>{t('lti.remove_tool_text')}</p>
      </ConfirmDialog>
    </EntryPanel>
  )
}
