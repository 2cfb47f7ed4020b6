import type {
  CoursePlace,
  getTeaching,
  setLiveStatus,
  Teaching,
  teachingTopic,
} from '@lantern/contract/campus/teaching.ts'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { logFailure } from '#kit/log-failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { newestAnswer } from '#kit/newest-answer.ts'
import { useTopic } from '#kit/use-topic.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { RadioIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import styles from './campus.module.css'

/** On the page of a course of the campus: whether its class is live, where its teacher is, and where the person was. */
export default function CourseTeaching({ courseId }: { courseId: string }) {
  const t = useMessages()
  const format = useFormat()
  const [teaching, setTeaching] = useState<Teaching | null>(null)
  const [busy, setBusy] = useState(false)
  const params = { courseId }
  const [question] = useState(newestAnswer)
  const read = useCallback(() => {
    const isNewest = question()
    call<typeof getTeaching>('GET /api/campus/course/:courseId/teaching', { params: { courseId } }).then(
      (answer) => isNewest() && setTeaching(answer),
      (error) => logFailure('live_status', error),
    )
  }, [courseId, question])
  // the page says it also where nothing can be followed
  useEffect(read, [read])
  useTopic<typeof teachingTopic>('campus-course/:courseId', params, { onMessage: read, onGap: read })
  if (!teaching) return null
  const { live, ownPlace, mayTeach } = teaching

  async function setLive(isLive: boolean) {
    setBusy(true)
    const isNewest = question()
    try {
      const answer = await call<typeof setLiveStatus>('POST /api/campus/course/:courseId/liveStatus', {
        params,
        body: { isLive },
      })
      if (isNewest()) setTeaching(answer)
    } catch (error) {
      logFailure('live_status', error)
      toast({ tone: 'bad', text: failureText(error, t) })
    } finally {
      setBusy(false)
    }
  }

  const shown = live ? live.place : ownPlace
  if (!live && !ownPlace && !mayTeach) return null
  const teach = mayTeach && (
    <Button size="s" theme={live ? 'quiet' : 'primary'} disabled={busy} onClick={() => void setLive(!live)}>
      {t(live ? 'campus.live_end' : 'campus.live_begin')}
    </Button>
  )
  return (
    <Notice
      className={styles.teaching}
      live
      {...(live && { tone: 'good', icon: <RadioIcon /> })}
      actions={
        <>
          {shown && (
            <LinkButton size="s" to={shown.path}>
              {t(live ? 'campus.live_follow' : 'campus.place_go_on')}
            </LinkButton>
          )}
          {teach}
        </>
      }
    >
      {live ? (
        <strong>{t('campus.live_now', { name: live.teacherName, time: format.time(live.since) })}</strong>
      ) : (
        !ownPlace && t('campus.live_not_yet')
      )}
      {shown && (
        <>
          {live && ' '}
          {t(live ? 'campus.live_place' : 'campus.place_last')} <Place {...shown} />
        </>
      )}
    </Notice>
  )
}

function Place({ title, stepTitle, language }: CoursePlace) {
  return <span lang={language}>{stepTitle === null ? title : `${title} · ${stepTitle}`}</span>
}
