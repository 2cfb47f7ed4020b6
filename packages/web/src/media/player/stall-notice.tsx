import { useEffect, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { LoaderCircleIcon, RotateCcwIcon } from '#ui/icons.tsx'
import styles from './stall-notice.module.css'
import type { StreamFault } from './stream.ts'
import { type MediaStore, useMediaFact } from './use-media-store.ts'

/** After so long it turns, and after so long it says that it is still loading. */
const turnMs = 400
const sayMs = 6_000

type StallNoticeProps = { store: MediaStore; fault: StreamFault | null; onRetry: () => void }

/** What the viewer sees while nothing comes: first a sign, then words, and a way to ask again. */
export function StallNotice({ store, fault, onRetry }: StallNoticeProps) {
  const t = useMessages()
  const isWaiting = useMediaFact(store, (state) => (state.mediaLoading ?? false) && !state.mediaPaused)
  const waited = useWaited(isWaiting && fault === null)
  const words = fault ? t(`media.fault_${fault}`) : waited === 'long' ? t('media.still_loading') : null
  return (
    <div className={styles.notice} role="status">
      {fault === null && waited !== null && (
        <LoaderCircleIcon className={styles.turning} aria-label={words ? undefined : t('media.loading')} />
      )}
      {words && (
        <div className={styles.box}>
          <p>{words}</p>
          <Button theme="media" icon={<RotateCcwIcon className="icon-s" />} onClick={onRetry}>
            {t('media.try_again')}
          </Button>
        </div>
      )}
    </div>
  )
}

function useWaited(isWaiting: boolean): 'short' | 'long' | null {
  const [waited, setWaited] = useState<'short' | 'long' | null>(null)
  useEffect(() => {
    if (!isWaiting) return
    const timers = [setTimeout(setWaited, turnMs, 'short'), setTimeout(setWaited, sayMs, 'long')]
    return () => {
      for (const timer of timers) clearTimeout(timer)
      setWaited(null)
    }
  }, [isWaiting])
  return waited
}
