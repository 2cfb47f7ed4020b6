import type { getCourse, getProject } from '@lantern/contract/catalog/details.ts'
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { countDone } from '@lantern/contract/learning/progress.ts'
import type { LearnerRecord } from '@lantern/contract/learning/record-shapes.ts'
import type { LinkContext } from '@lantern/contract/links.ts'
import { useEffect, useRef, useState } from 'react'
import { useCardAddress } from '#catalog/index.ts'
import { ApiError, call } from '#kit/call.ts'
import { scopedFailureText } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ArrowRightIcon, CircleCheckBigIcon } from '#ui/icons.tsx'
import { StarChoice } from '#ui/stars.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toast.ts'
import styles from './completion-summary.module.css'

export type SummaryProps = {
  /** Tutorials, projects and courses only. */
  record: LearnerRecord
  /** Null: the page does not know it. */
  title: string | null
  next: ItemCard | null
  link: LinkContext
  /** Called when the dialog is closed, and after the rating and the note are sent. */
  onClose: () => void
}

/** After the first completion: summary, rating, and where to go next. */
export default function CompletionSummary({ title, ...props }: SummaryProps) {
  const [asked, setAsked] = useState(title)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (title !== null) return
    // what its learner may not see any more is not spoken of
    titleOf(latest.current.record).then(setAsked, () => latest.current.onClose())
  }, [title])
  return asked === null ? null : <NamedSummary {...props} title={asked} />
}

async function titleOf({ itemId, type }: LearnerRecord): Promise<string> {
  const params = { id: itemId }
  if (type === 'project') {
    const answer = await call<typeof getProject>('GET /api/learn/project/:id/extends', { params, query: {} })
    return answer.projectData.title
  }
  const answer = await call<typeof getCourse>('GET /api/learn/course/:id/extends', { params, query: {} })
  return answer.courseData.title
}

function NamedSummary({ record, title, next, link, onClose }: SummaryProps & { title: string }) {
  const t = useMessages()
  const isTutorial = record.type === 'tutorial'
  const parts = isTutorial ? Object.values(record.steps) : record.subItems
  const ask = t(isTutorial ? 'learning.summary_rate' : 'learning.summary_rate_parent')
  const addressOf = useCardAddress()
  const [stars, setStars] = useState(0)
  const [content, setContent] = useState('')
  const [isBusy, setBusy] = useState(false)
  const hasSomething = stars > 0 || content.trim() !== ''
  // closed by hand while the rating is in flight, it does not close again on the answer
  const isOpen = useRef(true)
  const close = () => {
    if (isOpen.current) onClose()
    isOpen.current = false
  }

  async function send() {
    setBusy(true)
    try {
      const { itemId: id, type } = record
      if (stars > 0) {
        await call<typeof import('@lantern/contract/learning/feedback.ts').rateItem>('POST /api/learn/rating', {
          body: { id, type, rating: stars * 2 },
        })
      }
      await call<typeof import('@lantern/contract/learning/feedback.ts').giveFeedback>('POST /api/learn/feedback', {
        body: { id, type, content },
      })
      toast({ tone: 'good', text: t('learning.summary_thanks') })
      close()
    } catch (error) {
      setBusy(false)
      const code = error instanceof ApiError ? error.code : 'internal'
      toast({ tone: 'bad', text: scopedFailureText(`feedback_${code}`, t) })
    }
  }

  return (
    <Dialog
      open
      onClose={close}
      title={t('learning.summary_title')}
      closeLabel={t('kit.close')}
      icon={<CircleCheckBigIcon className={styles.sign} />}
      footer={
        <>
          {next && (
            <LinkButton theme={hasSomething ? 'secondary' : 'primary'} to={addressOf(next, link)} onClick={close}>
              <span className="clip-1">{t('learning.summary_next', { title: next.title })}</span>
              <ArrowRightIcon className="icon-s" />
            </LinkButton>
          )}
          {hasSomething ? (
            <Button theme="primary" busy={isBusy} onClick={send}>
              {t('learning.summary_send')}
            </Button>
          ) : (
            <Button onClick={close}>{t('learning.summary_close')}</Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <p>
          {isTutorial
            ? t('learning.summary_text', { title, steps: countDone(parts) })
            : t('learning.summary_text_parent', { title, parts: countDone(parts) })}
        </p>
        <div>
          <p className={styles.ask}>{ask}</p>
          <StarChoice
            label={ask}
            value={stars}
            onValue={setStars}
            names={[
              t('learning.star_1'),
              t('learning.star_2'),
              t('learning.star_3'),
              t('learning.star_4'),
              t('learning.star_5'),
            ]}
          />
        </div>
        <TextArea label={t('learning.summary_feedback')} limit={1000} value={content} onValue={setContent} />
      </div>
    </Dialog>
  )
}
