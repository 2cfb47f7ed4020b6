import type {
  Message,
  postComment,
  previewComment,
  Speaker,
  updateComment,
} from '@lantern/contract/community/discussion.ts'
import { messageLength } from '@lantern/contract/community/discussion-rules.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useBlocked } from '#kit/guards.tsx'
import { useHydrated } from '#kit/hydrated.ts'
import { lazyPart } from '#kit/later.tsx'
import { type Translate, useMessages } from '#kit/messages.tsx'
import { isNetworkAway, networkBack } from '#kit/network-back.ts'
import { useDraft } from '#kit/use-draft.ts'
import { Button } from '#ui/button.tsx'
import { inputMethodKey } from '#ui/input-method.ts'
import { TextArea } from '#ui/text-area.tsx'
import styles from './composer.module.css'
import { recordInteraction } from './interaction.ts'

const ComposerTools = lazyPart(async () => ({ default: (await import('./composer-tools.tsx')).ComposerTools }))

export interface Written {
  message: Message
  userMap: Record<string, Speaker>
}

interface ComposerProps {
  channelId: string
  formAction: string
  /** A reply to this message. */
  replyTo?: { id: string; name: string }
  /** Changes this message of one's own. */
  edited?: Message
  /** What it begins with. */
  text?: string
  /** Who can be mentioned. */
  people: readonly Speaker[]
  mayShowPictures: boolean
  autoFocus?: boolean
  onWritten: (written: Written) => void
  onCancel?: () => void
}

/**
 * The field for a message, in Markdown. It posts without script. With it the text is kept on the device until it was sent,
 * and a lost network delays it.
 */
export function Composer(props: ComposerProps) {
  const { channelId, formAction, replyTo, edited, people, mayShowPictures, onCancel } = props
  const t = useMessages()
  const isScripted = useHydrated()
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(`${channelId}:${edited?.id ?? replyTo?.id ?? ''}`, props.text ?? edited?.content ?? '')
  const { state, problem, setProblem, send, stop } = useSending(props, draft)
  const [preview, setPreview] = useState<string | null>(null)

  useEffect(() => {
    if (!props.autoFocus) return
    const { current: field } = area
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [props.autoFocus])

  async function look() {
    if (preview !== null) return setPreview(null)
    try {
      const body = { content: draft.text }
      setPreview((await call<typeof previewComment>('POST /api/learn/comment/preview', { body })).html)
    } catch {
      // what is wrong with it is said when it is sent
      setPreview(null)
    }
  }

  const label = replyTo ? t('community.write_reply', { name: replyTo.name }) : t('community.write')
  return (
    <form
      className={styles.compose}
      method="post"
      action={formAction}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <input type="hidden" name="act" value={edited ? 'edit' : 'post'} />
      <input type="hidden" name="channelId" value={channelId} />
      {edited && <input type="hidden" name="id" value={edited.id} />}
      {replyTo && <input type="hidden" name="replyId" value={replyTo.id} />}
      <div className={styles.box}>
        {isScripted && (
          <Suspense>
            <ComposerTools
              area={area}
              hidden={preview !== null}
              people={people}
              mayShowPictures={mayShowPictures}
              onText={draft.set}
              onLater={draft.change}
              onProblem={setProblem}
            />
          </Suspense>
        )}
        {preview === null ? (
          <TextArea
            ref={area}
            name="content"
            rows={edited || replyTo ? 3 : 2}
            label={label}
            labelHidden
            placeholder={label}
            help={t('community.markdown_help')}
            error={problem}
            limit={messageLength}
            value={draft.text}
            onValue={draft.set}
            required={!isScripted}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && event.keyCode !== inputMethodKey)
                void send()
              if (event.key === 'Escape' && onCancel && event.keyCode !== inputMethodKey) onCancel()
            }}
          />
        ) : (
          // the server has sanitized it
          <div className={`prose ${styles.preview}`} dangerouslySetInnerHTML={{ __html: preview }} />
        )}
      </div>
      <div className={styles.foot}>
        <span className="small muted" role="status">
          {state === 'waiting' ? t('community.waiting') : draft.isKept && t('community.draft_kept')}
        </span>
        <span className={styles.acts}>
          {isScripted && draft.text.trim() !== '' && (
            <Button theme="quiet" pressed={preview !== null} onClick={() => void look()}>
              {t('community.preview')}
            </Button>
          )}
          {(onCancel || state === 'waiting') && (
            <Button theme="quiet" onClick={() => (state === 'waiting' ? stop() : onCancel?.())}>
              {t('community.cancel')}
            </Button>
          )}
          <Button type="submit" theme="primary" busy={state !== 'idle'}>
            {t(edited ? 'community.save' : replyTo ? 'community.reply' : 'community.post')}
          </Button>
        </span>
      </div>
    </form>
  )
}

/** Sends what is written, once, however often it is tried. */
function useSending({ channelId, replyTo, edited, onWritten }: ComposerProps, draft: ReturnType<typeof useDraft>) {
  const t = useMessages()
  const isBlocked = useBlocked()
  const [state, setState] = useState<'idle' | 'sending' | 'waiting'>('idle')
  const [problem, setProblem] = useState<string>()
  const key = useRef<string>(undefined)
  const attempt = useRef(0)

  async function deliver(content: string): Promise<Written> {
    if (edited)
      return call<typeof updateComment>('POST /api/learn/comment/update', { body: { id: edited.id, content } })
    key.current ??= crypto.randomUUID()
    const body = { channelId, content, key: key.current, ...(replyTo && { replyId: replyTo.id }) }
    return call<typeof postComment>('POST /api/learn/comment', { body })
  }

  async function send() {
    if (state !== 'idle') return
    const content = draft.text.trim()
    if (content === '') return setProblem(t('community.empty'))
    const own = ++attempt.current
    setProblem(undefined)
    setState('sending')
    for (let failures = 0; own === attempt.current; failures++) {
      try {
        const written = await deliver(content)
        if (own !== attempt.current) return
        key.current = undefined
        draft.clearSent(content)
        setState('idle')
        if (!edited) recordInteraction('comment', { type: 'message', id: written.message.id })
        return onWritten(written)
      } catch (error) {
        if (!isNetworkAway(error)) {
          if (isBlocked(error, () => void send())) return setState('idle')
          setProblem(replyTo && isGone(error) ? t('community.reply_gone') : problemOf(error, t))
          return setState('idle')
        }
      }
      setState('waiting')
      await networkBack(failures)
    }
  }

  return {
    state,
    problem,
    setProblem,
    send,
    stop() {
      attempt.current++
      setState('idle')
    },
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'message_hidden')
}

function problemOf(error: unknown, t: Translate): string {
  const field = error instanceof ApiError ? error.details.find((detail) => detail.field === 'content') : null
  return field?.message ?? failureText(error, t)
}
