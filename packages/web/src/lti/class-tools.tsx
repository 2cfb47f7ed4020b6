import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { listClassTools } from '@lantern/contract/lti/tools.ts'
import { Suspense, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { FlaskConicalIcon, PlusIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'

const AddToolDialog = lazyPart(async () => ({ default: (await import('./add-tool-dialog.tsx')).AddToolDialog }))

interface ClassToolsProps extends ResponseOf<typeof listClassTools> {
  classId: string
}

/** What a class opens in outside tools, on its page; nothing where there is nothing to open or to add. */
export function ClassTools({ links, tools, classId }: ClassToolsProps) {
  const t = useMessages()
  const format = useFormat()
  const [adds, setAdds] = useState(false)
  if (links.length === 0 && tools.length === 0) return null
  return (
    <EntryPanel
      title={t('lti.class_tools')}
      lead={t('lti.class_tools_lead')}
      act={
        tools.length > 0 && (
          <Button size="s" icon={<PlusIcon className="icon-s" />} onClick={() => setAdds(true)}>
            {t('lti.add_class_tool')}
          </Button>
        )
      }
    >
      {links.length === 0 ? (
        <EmptyState bare level={3} title={t('lti.no_class_tools')} />
      ) : (
        <ul>
          {links.map(({ id, title, tool, percent, marked }) => (
            <EntryRow
              key={id}
              icon={<FlaskConicalIcon />}
              name={<TextLink to={`/campus/tool/${id}`}>{title}</TextLink>}
              note={tool}
            >
              {percent !== null && <span className="num">{format.percent(percent)}</span>}
              {marked !== null && <span className="small muted">{t('lti.marked_people', { count: marked })}</span>}
            </EntryRow>
          ))}
        </ul>
      )}
      <Suspense>{adds && <AddToolDialog classId={classId} tools={tools} onClose={() => setAdds(false)} />}</Suspense>
    </EntryPanel>
  )
}
