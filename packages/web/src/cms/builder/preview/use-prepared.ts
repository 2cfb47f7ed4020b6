import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import type { PageFault } from '@lantern/contract/cms/faults.ts'
import type { preparePage } from '@lantern/contract/cms/pages.ts'
import type { CmsContent } from '@lantern/contract/cms/wire.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { isGone, unreadText } from '#kit/unread.ts'

export interface Prepared {
  /** As visitors would get it; the last one that could be had. */
  content: CmsContent | null
  faults: readonly PageFault[]
  /** Whether it is what stands in the builder now. */
  state: 'fresh' | 'waiting' | 'failed'
  /** Why it is not, in words; null while nothing is in its way. */
  problem: string | null
}

const pauseMs = 350
const againMs = 5_000

/** The page as it would be published, a moment after it was changed. */
export function usePrepared(content: PageContent, locale: OfferedLocale, onFailed: (error: unknown) => void): Prepared {
  const t = useMessages()
  const [prepared, setPrepared] = useState<Prepared>({ content: null, faults: [], state: 'waiting', problem: null })
  const isFirst = useRef(true)
  useEffect(() => {
    let dropped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    setPrepared((before) => (before.state === 'waiting' ? before : { ...before, state: 'waiting' }))
    const ask = async () => {
      try {
        const answer = await call<typeof preparePage>('POST /api/learn/creator/page/prepare', {
          body: { locale, content },
        })
        if (!dropped) setPrepared({ ...answer, state: 'fresh', problem: null })
      } catch (error) {
        if (dropped) return
        const problem = unreadText(error, t, t('cms.builder_preview_failed'))
        setPrepared((before) => ({ ...before, state: 'failed', problem }))
        onFailed(error)
        if (!isGone(error)) timer = setTimeout(ask, againMs)
      }
    }
    timer = setTimeout(ask, isFirst.current ? 0 : pauseMs)
    isFirst.current = false
    return () => {
      dropped = true
      clearTimeout(timer)
    }
  }, [content, locale, t, onFailed])
  return prepared
}
