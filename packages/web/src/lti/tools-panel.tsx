import type { LtiTool, removeLtiTool } from '@lantern/contract/lti/tools.ts'
import { call } from '#kit/call.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { EntryRow } from '#ui/entry-panel.tsx'
import { FlaskConicalIcon } from '#ui/icons.tsx'
import { ConnectionsPanel } from './connections-panel.tsx'
import { useRefused } from './refused.ts'
import { useTold } from './told.ts'

const ToolDialog = lazyPart(async () => ({ default: (await import('./tool-dialog.tsx')).ToolDialog }))

/** Outside tools that classes of the organisation open from here. */
export function ToolsPanel({ organisationId, tools }: { organisationId: string; tools: readonly LtiTool[] }) {
  const t = useMessages()
  const told = useTold()
  const refused = useRefused()
  return (
    <ConnectionsPanel
      texts={{
        title: t('lti.tools'),
        lead: t('lti.tools_lead'),
        add: t('lti.add_tool'),
        empty: t('lti.no_tools'),
        emptyText: t('lti.no_tools_text'),
        remove: t('lti.remove_tool_text'),
      }}
      connections={tools}
      remove={({ id }) =>
        call<typeof removeLtiTool>('POST /api/campus/organisation/:id/lti/tool/remove', {
          params: { id: organisationId },
          body: { toolId: id },
        })
      }
      row={(tool, menu) => (
        <EntryRow
          key={tool.id}
          icon={<FlaskConicalIcon />}
          name={tool.name}
          note={[t('lti.in_classes', { count: tool.classes }), told(tool), refused(tool.refused)]
            .filter(Boolean)
            .join(' · ')}
          menu={menu}
        />
      )}
      form={(tool, onClose) => <ToolDialog organisationId={organisationId} tool={tool} onClose={onClose} />}
    />
  )
}
