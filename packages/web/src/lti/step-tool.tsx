import type { getStepTool } from '@lantern/contract/lti/step-tools.ts'
import type { toolMarksTopic } from '@lantern/contract/lti/topics.ts'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { useTopic } from '#kit/use-topic.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { ExternalLinkIcon, FlaskConicalIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import styles from './lti.module.css'

interface StepToolProps {
  itemId: string
  step: { id: string; title: string; optionType: 'required' | 'optional' }
  /** The tool has just said that the step is done. */
  onDone: () => void
}

interface Read {
  tool: Shown | null
  problem: string | null
}
type Shown = Awaited<ReturnType<typeof readTool>>

const readTool = (id: string, stepId: string) =>
  call<typeof getStepTool>('GET /api/campus/tutorial/:id/tool/:stepId', { params: { id, stepId } })

/** The outside tool of a step: in the lesson, or in a window of its own for tools and browsers that want one. */
export function StepTool({ itemId, step, onDone }: StepToolProps) {
  const t = useMessages()
  const { user } = useSession()
  const requireLogin = useRequireLogin()
  const [{ tool, problem }, setRead] = useState<Read>({ tool: null, problem: null })
  const isSignedIn = user !== null
  const read = useCallback(async () => {
    try {
      const found = await readTool(itemId, step.id)
      setRead({ tool: found, problem: null })
      return found
    } catch (error) {
      // the frame of a tool stays: the learner may have unsaved work in it
      setRead((before) => (before.tool ? before : { tool: null, problem: failureText(error, t) }))
      return null
    }
  }, [itemId, step.id, t])
  useEffect(() => {
    if (isSignedIn) void read()
  }, [read, isSignedIn])
  const readAgain = async () => {
    const wasOpen = tool !== null && !tool.isDone
    const found = await read()
    if (wasOpen && found?.isDone) onDone()
  }
  useTopic<typeof toolMarksTopic>('tool-marks/:userId', user && { userId: user.id }, {
    onMessage: () => void readAgain(),
    onGap: () => void readAgain(),
  })
  if (!isSignedIn) {
    return (
      <Panel className={styles.step}>
        <p>{t('lti.step_signed_out')}</p>
        <div className="row">
          <Button theme="primary" icon={<FlaskConicalIcon className="icon-s" />} onClick={() => requireLogin(() => {})}>
            {t('lti.step_sign_in')}
          </Button>
        </div>
      </Panel>
    )
  }
  if (problem) return <Notice tone="bad">{problem}</Notice>
  if (!tool) {
    return (
      <Panel className={styles.step}>
        <TextSkeleton label={t('lti.step_loading')} />
      </Panel>
    )
  }
  if (tool.state === 'gone') return <Notice tone="info">{t('lti.step_tool_gone')}</Notice>
  return <OpenTool address={`/lti/step/${itemId}/${step.id}`} tool={tool} step={step} />
}

function OpenTool({ address, tool, step }: { address: string; tool: Shown; step: StepToolProps['step'] }) {
  const t = useMessages()
  const format = useFormat()
  const [isHere, setHere] = useState(false)
  const { percent, isDone, isMarked, comments, sendsName, sendsMail } = tool
  return (
    <Panel className={styles.step}>
      <p>{t('lti.opens_in', { tool: tool.tool })}</p>
      <p className="small muted">
        {t(
          sendsName
            ? sendsMail
              ? 'lti.step_told_both'
              : 'lti.step_told_name'
            : sendsMail
              ? 'lti.step_told_mail'
              : 'lti.told_nothing',
        )}
        {isMarked && !isDone && step.optionType === 'required' && ` ${t('lti.step_demanded')}`}
      </p>
      {percent !== null && (
        <p>
          {t('lti.step_mark')} <span className="num">{format.percent(percent)}</span>
        </p>
      )}
      {comments.map((comment) => (
        <p key={comment} className="small muted">
          {comment}
        </p>
      ))}
      <div className="row">
        <Button
          theme={isHere ? undefined : 'primary'}
          aria-expanded={isHere}
          icon={<FlaskConicalIcon className="icon-s" />}
          onClick={() => setHere(!isHere)}
        >
          {t(isHere ? 'lti.step_close' : 'lti.step_open_here')}
          <span className="sr">{step.title}</span>
        </Button>
        <LinkButton to={address} target="_blank" rel="noopener" icon={<ExternalLinkIcon className="icon-s" />}>
          {t('lti.own_window')}
          <span className="sr">{step.title}</span>
        </LinkButton>
      </div>
      {isHere && <iframe className={styles.frame} src={`${address}/frame`} title={tool.title} allow="fullscreen" />}
    </Panel>
  )
}
