import type { addStepTool, listStepTools } from '@lantern/contract/lti/step-tools.ts'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ExternalLinkIcon, PlusIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { Select } from '#ui/text-field.tsx'
import styles from './lti.module.css'

export interface StepToolFieldProps {
  /** Null: the lesson was not saved yet. */
  itemId: string | null
  step: { title: string; toolLinkId?: string | null | undefined }
  error: string | undefined
  onTouch: () => void
  onChange: (toolLinkId: string | null) => void
}

type Listed = Awaited<ReturnType<typeof readList>>

const readList = (id: string) =>
  call<typeof listStepTools>('GET /api/campus/tutorial/:id/tool/list', { params: { id } })

/** What a step opens: something that was chosen before, or chosen now at a tool in a window of its own. */
export function StepToolField({ itemId, step, error, onTouch, onChange }: StepToolFieldProps) {
  const t = useMessages()
  const [list, setList] = useState<Listed | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useCallback(async () => {
    if (itemId === null) return
    try {
      setList(await readList(itemId))
      setProblem(null)
    } catch (failure) {
      setProblem(failureText(failure, t))
    }
  }, [itemId, t])
  useEffect(() => void read(), [read])
  const take = useEffectEvent((linkId: unknown) => {
    if (typeof linkId === 'string') onChange(linkId)
    void read()
  })
  useEffect(() => {
    // the window in which something was chosen says what
    const chosen = new BroadcastChannel('lti-chosen')
    chosen.onmessage = ({ data }) => take(data)
    return () => chosen.close()
  }, [])
  if (itemId === null) return <Notice tone="info">{t('lti.step_save_first')}</Notice>
  if (problem) return <Notice tone="bad">{problem}</Notice>
  if (!list) return <TextSkeleton label={t('lti.step_loading')} />
  const linkId = step.toolLinkId ?? ''
  const link = list.links.find(({ id }) => id === linkId)
  return (
    <div className={styles.told}>
      <Select
        label={t('authoring.field_toolLinkId')}
        value={linkId}
        error={error}
        onBlur={onTouch}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      >
        <option value="">{t('authoring.choose')}</option>
        {list.links.map(({ id, title, tool }) => (
          <option key={id} value={id}>
            {t('lti.step_link', { title, tool })}
          </option>
        ))}
        {linkId !== '' && !link && <option value={linkId}>{t('lti.step_tool_gone')}</option>}
      </Select>
      {linkId !== '' && (!link || link.isGone) && <Notice tone="warn">{t('lti.step_tool_gone')}</Notice>}
      {list.tools.length === 0 ? (
        <p className="small muted">{t('lti.step_no_tools')}</p>
      ) : (
        <NewLink itemId={itemId} tools={list.tools} title={step.title} onMade={take} onProblem={setProblem} />
      )}
    </div>
  )
}

interface NewLinkProps {
  itemId: string
  tools: Listed['tools']
  title: string
  onMade: (linkId: string) => void
  onProblem: (text: string) => void
}

function NewLink({ itemId, tools, title, onMade, onProblem }: NewLinkProps) {
  const t = useMessages()
  const [toolId, setToolId] = useState('')
  const [isBusy, setBusy] = useState(false)
  const tool = tools.find(({ id }) => id === toolId) ?? tools[0]
  if (!tool) return null
  const add = async () => {
    setBusy(true)
    try {
      const body = { toolId: tool.id, title: title.trim() || tool.name }
      onMade(
        (await call<typeof addStepTool>('POST /api/campus/tutorial/:id/tool', { params: { id: itemId }, body })).id,
      )
    } catch (failure) {
      onProblem(failureText(failure, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {tools.length > 1 && (
        <Select label={t('lti.tool')} value={tool.id} onChange={({ currentTarget }) => setToolId(currentTarget.value)}>
          {tools.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <div className="row">
        {tool.canChoose && (
          <LinkButton
            to={`/lti/lesson/${itemId}/${tool.id}`}
            target="_blank"
            rel="noopener"
            icon={<ExternalLinkIcon className="icon-s" />}
          >
            {t('lti.step_choose_in', { tool: tool.name })}
          </LinkButton>
        )}
        <Button busy={isBusy} icon={<PlusIcon className="icon-s" />} onClick={() => void add()}>
          {t('lti.step_whole_tool', { tool: tool.name })}
        </Button>
      </div>
    </>
  )
}
