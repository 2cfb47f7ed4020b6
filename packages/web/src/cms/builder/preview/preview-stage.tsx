import type { CmsContent } from '@lantern/contract/cms/wire.ts'
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type ManagedPage, readContent } from '#cms/index.ts'
import { useMessages } from '#kit/messages.tsx'
import styles from './preview.module.css'
import { type FromPreview, isFrom, isToPreview } from './preview-messages.ts'

type PreviewStageProps = {
  /** Draws the blocks, as a page does. */
  children: (page: ManagedPage) => ReactNode
}

/** Inside of the preview's frame: shows what the builder around it says, and says what is pressed. */
export function PreviewStage({ children }: PreviewStageProps) {
  const t = useMessages()
  const stage = useRef<HTMLDivElement>(null)
  /** The block under the pointer as it went down. */
  const pressed = useRef<string | null>(null)
  const [shown, setShown] = useState<{ content: CmsContent | null; selected: string | null } | null>(null)
  const content = shown?.content ?? null
  const selected = shown?.selected ?? null

  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (isFrom(event, window.parent) && isToPreview(event.data)) setShown(event.data)
    }
    window.addEventListener('message', hear)
    tell({ lantern: 'preview', says: 'ready' })
    return () => window.removeEventListener('message', hear)
  }, [])

  const page = useMemo(() => content && readContent(content), [content])

  useEffect(() => {
    const root = stage.current
    if (!root || page === null) return
    for (const block of root.querySelectorAll<HTMLElement>('[data-chosen]')) delete block.dataset.chosen
    const block = selected && root.querySelector<HTMLElement>(`[data-block="${CSS.escape(selected)}"]`)
    if (!block) return
    block.dataset.chosen = ''
    block.scrollIntoView({ block: 'nearest' })
  }, [selected, page])

  const choose = (event: MouseEvent) => {
    // nothing in here leads anywhere
    event.preventDefault()
    event.stopPropagation()
    // Where the page moved under a pressed button (a picture arrived, the frame became narrower), the browser
    // says that both places' common ancestor was clicked: what was pressed is what is meant.
    const blockId = blockAt(event.target) ?? pressed.current
    if (blockId) tell({ lantern: 'preview', says: 'select', blockId })
  }
  return (
    <main
      id="main"
      ref={stage}
      lang={page?.locale.replace('_', '-')}
      className={styles.stage}
      // for the place of a block that was added and has nothing to show yet
      style={{ '--nothing-yet': JSON.stringify(t('cms.block_empty')) } as CSSProperties}
      onPointerDownCapture={(event) => {
        pressed.current = blockAt(event.target)
      }}
      onClickCapture={choose}
      onSubmitCapture={stop}
    >
      {page && page.blocks.length > 0 && children(page)}
    </main>
  )
}

/** Id of the block that an element of the page stands in. */
function blockAt(target: EventTarget): string | null {
  return (target instanceof Element && target.closest<HTMLElement>('[data-block]')?.dataset.block) || null
}

function stop(event: { preventDefault(): void; stopPropagation(): void }) {
  event.preventDefault()
  event.stopPropagation()
}

function tell(message: FromPreview): void {
  window.parent.postMessage(message, window.location.origin)
}
