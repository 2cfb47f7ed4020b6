import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getClassTool, removeClassTool, ToolMark } from '@lantern/contract/lti/tools.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#kit/call.ts'
import { CopyField } from '#kit/copy-field.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { ChartColumnIcon, ExternalLinkIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { Table } from '#ui/table.tsx'
import { useTold } from './told.ts'

type Shown = ResponseOf<typeof getClassTool>

/** One thing that a class opens in an outside tool: what the tool is told, and what marks it gave. */
export function ClassToolPage({ shown }: { shown: Shown }) {
  const t = useMessages()
  const told = useTold()
  const { id, title, tool, classId, className, isTeacher, address, own, people } = shown
  return (
    <main id="main" className="wrap">
      <div className="page-stack">
        <header>
          <Breadcrumb
            label={t('lti.place')}
            crumbs={[{ label: className, to: `/campus/class/${classId}` }, { label: title }]}
          />
          <h1>{title}</h1>
          <p className="muted">{t('lti.opens_in', { tool })}</p>
        </header>
        <p>{told(shown)}</p>
        <div className="row">
          <LinkButton
            theme="primary"
            to={`/lti/open/${id}`}
            target="_blank"
            rel="opener"
            icon={<ExternalLinkIcon className="icon-s" />}
          >
            {t('lti.open_tool', { tool })}
          </LinkButton>
          {isTeacher && <RemoveButton shown={shown} />}
        </div>
        {own.length > 0 && (
          <EntryPanel title={t('lti.tool_marks')}>
            <ul>
              {own.map(({ id: columnId, label, isOfTool, comment, ...mark }) => (
                <EntryRow
                  key={columnId}
                  icon={<ChartColumnIcon />}
                  name={label}
                  note={[isOfTool && t('lti.whole_tool'), comment].filter(Boolean).join(' · ')}
                >
                  <MarkText {...mark} />
                </EntryRow>
              ))}
            </ul>
          </EntryPanel>
        )}
        {isTeacher && <CopyField label={t('lti.tool_address')} value={address} />}
        {people.length > 0 && <People people={people} />}
      </div>
    </main>
  )
}

function People({ people }: { people: Shown['people'] }) {
  const t = useMessages()
  const columns = people[0]?.marks ?? []
  return (
    <Panel padded={false}>
      <Table label={t('lti.tool_marks')}>
        <thead>
          <tr>
            <th scope="col">{t('lti.person')}</th>
            {columns.map(({ id, label, isOfTool }) => (
              <th key={id} scope="col">
                {label}
                {isOfTool && <div className="small muted">{t('lti.whole_tool')}</div>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ userId, name, marks }) => (
            <tr key={userId}>
              <th scope="row">{name}</th>
              {marks.map(({ id, comment, ...mark }) => (
                <td key={id}>
                  <MarkText {...mark} />
                  {comment && <div className="small muted">{comment}</div>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

function MarkText({ given, maximum }: Pick<ToolMark, 'given' | 'maximum'>) {
  const t = useMessages()
  if (given === null) return <span className="muted">{t('lti.no_mark')}</span>
  return <span className="num">{t('lti.mark_of', { given, maximum })}</span>
}

function RemoveButton({ shown: { id, title, classId } }: { shown: Shown }) {
  const t = useMessages()
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const change = useChange()
  const problem = change.problemBeside()
  const remove = async () => {
    const done = await change.send(
      () => call<typeof removeClassTool>('POST /api/campus/tool/:id/remove', { params: { id } }),
      t('lti.class_tool_removed', { title }),
    )
    setAsks(false)
    if (done) navigate(`/campus/class/${classId}`)
  }
  return (
    <>
      <Button theme="quiet" onClick={() => setAsks(true)}>
        {t('lti.remove_class_tool')}
      </Button>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <ConfirmDialog
        open={asks}
        theme="delete"
        title={t('lti.remove_class_tool_question', { title })}
        confirmLabel={t('lti.remove_class_tool')}
        cancelLabel={t('lti.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={remove}
        onClose={() => setAsks(false)}
      >
        <p>{t('lti.remove_class_tool_text')}</p>
      </ConfirmDialog>
    </>
  )
}
