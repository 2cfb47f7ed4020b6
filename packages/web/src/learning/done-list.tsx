import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import type { LearningList } from '@lantern/contract/learning/my-learning.ts'
import type { LearnerRecord } from '@lantern/contract/learning/record-shapes.ts'
import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { itemCover, useCardAddress, useItemWords } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ChevronRightIcon, CircleCheckBigIcon, RotateCcwIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { pressWith } from './collect-button.tsx'
import { itemsOf } from './list-address.ts'
import styles from './record-lists.module.css'
import { RestartAsk } from './restart-in-page.tsx'

const RestartDialog = lazyPart(() => import('./restart-dialog.tsx'))

/** Completed items as rows with their dates; one's own can be started again. */
export function DoneList({ list, isOwn }: { list: LearningList; isOwn: boolean }) {
  return (
    <Panel padded={false}>
      <ul className={styles.done}>
        {itemsOf(list).map((item) => (
          <DoneRow key={item.id} item={item} record={list.recordMap[item.id]} isOwn={isOwn} />
        ))}
      </ul>
    </Panel>
  )
}

/** To the version it was learned for: of another one the page would say that it is not done. */
function versionOf(record: LearnerRecord | undefined) {
  return { uv: record?.versionId }
}

function DoneRow({ item, record, isOwn }: { item: Item; record: LearnerRecord | undefined; isOwn: boolean }) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const addressOf = useCardAddress()
  const minutes = minutesOf(item)
  return (
    <li>
      <Thumb image={itemCover(item)} size="default" />
      <div className="grow">
        <PageLink className={`${styles.title} clip-1`} to={addressOf(item, versionOf(record))} lang={item.language}>
          {item.title}
        </PageLink>
        <p className="meta">
          <span className={styles.sign}>
            <CircleCheckBigIcon className="icon-s" />
            {t('learning.completed')}
          </span>
          <span>{words.type(item.type)}</span>
          {minutes > 0 && <span>{format.duration(minutes)}</span>}
        </p>
      </div>
      {record?.lastCompletedTime && (
        <time className={`muted small num ${styles.when}`} dateTime={record.lastCompletedTime}>
          {format.date(record.lastCompletedTime)}
        </time>
      )}
      {isOwn && (item.type === 'tutorial' || item.type === 'project' || item.type === 'course') && (
        <RestartRow item={item} type={item.type} address={addressOf(item, versionOf(record))} />
      )}
      {isOwn && item.type === 'quiz' && (
        <LinkButton
          size="s"
          className={styles.act}
          to={addressOf(item)}
          icon={<ChevronRightIcon className="icon-s" />}
          aria-label={t('learning.see_result_item', { title: item.title })}
        >
          <span className={styles.word}>{t('learning.see_result')}</span>
        </LinkButton>
      )}
    </li>
  )
}

interface RestartRowProps {
  item: Item
  type: 'tutorial' | 'project' | 'course'
  address: string
}

function RestartRow({ item, type, address }: RestartRowProps) {
  const t = useMessages()
  const { premium: userPremium } = useSessionInActs()
  const { revalidate } = useRevalidator()
  const [asks, setAsks] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function restart() {
    setAsks(false)
    setBusy(true)
    try {
      await call<typeof import('@lantern/contract/learning/records.ts').restartRecord>(
        'POST /api/learn/cn/record/restart',
        { body: { id: item.id, type, userPremium } },
        { keepalive: true },
      )
      await revalidate()
    } catch (error) {
      toastFailure(error, t, t('learning.not_saved'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <RestartAsk address={address}>
        <Button
          type="submit"
          size="s"
          className={styles.act}
          busy={isBusy}
          icon={<RotateCcwIcon className="icon-s" />}
          aria-label={t('learning.restart_item', { title: item.title })}
          onClick={pressWith(() => setAsks(true))}
        >
          <span className={styles.word}>{t('learning.restart')}</span>
        </Button>
      </RestartAsk>
      {asks && (
        <Suspense>
          <RestartDialog isParent={type !== 'tutorial'} onConfirm={restart} onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </>
  )
}
