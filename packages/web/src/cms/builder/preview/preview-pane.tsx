import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { useBuilder, usePageState } from '../builder-context.ts'
import styles from './preview.module.css'
import { isFrom, isFromPreview, previewPath, type ToPreview } from './preview-messages.ts'
import type { Prepared } from './use-prepared.ts'

const widths = ['390', '820', '1440'] as const
type Width = (typeof widths)[number]

/** The page as visitors would see it now, at three widths; what is pressed in it is edited beside. */
export function PreviewPane({ prepared }: { prepared: Prepared }) {
  const t = useMessages()
  const { pageEditor } = useBuilder()
  const { edits } = usePageState()
  const { selected } = edits
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef<ToPreview | null>(null)
  const [width, setWidth] = useState<Width>('1440')
  const { box, size } = useSize()
  const { content, state, problem } = prepared

  // on a phone the page is looked at as on a phone
  useEffect(() => {
    if (window.innerWidth < 768) setWidth('390')
  }, [])
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (!isFrom(event, frame.current?.contentWindow) || !isFromPreview(event.data)) return
      if (event.data.says === 'ready') tell(frame.current, latest.current)
      else pageEditor.edit({ type: 'select', id: event.data.blockId })
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [pageEditor])
  useEffect(() => {
    latest.current = { lantern: 'preview', content, selected }
    // a frame that came with the page may have been ready before anybody here could hear it
    tell(frame.current, latest.current)
  }, [content, selected])

  const scale = size ? Math.min(1, size.width / Number(width)) : 1
  const fit = size
    ? ({ width: `${width}px`, height: `${Math.ceil(size.height / scale)}px`, scale: String(scale) } as CSSProperties)
    : undefined
  return (
    <section className={styles.pane} aria-label={t('cms.builder_preview')}>
      <div className={styles.head}>
        <p className={styles.state} role="status">
          {state === 'failed' && problem}
          {state === 'fresh' && scale < 1 && t('cms.builder_scaled', { percent: Math.round(scale * 100) })}
        </p>
        <SegmentedControl<Width>
          label={t('cms.builder_width')}
          value={width}
          onValue={setWidth}
          options={widths.map((value) => ({ value, label: value }))}
        />
      </div>
      <div ref={box} className={styles.box} data-waiting={state === 'waiting' ? '' : undefined}>
        <div className={styles.sheet} style={{ width: size ? `${Number(width) * scale}px` : undefined }}>
          {edits.content.blocks.length === 0 && <p className={styles.nothing}>{t('cms.builder_preview_empty')}</p>}
          <iframe ref={frame} className={styles.frame} style={fit} src={previewPath} title={t('cms.builder_preview')} />
        </div>
      </div>
    </section>
  )
}

function tell(frame: HTMLIFrameElement | null, message: ToPreview | null): void {
  if (message) frame?.contentWindow?.postMessage(message, window.location.origin)
}

/** How much room there is. */
function useSize() {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      // a part that is not shown has no size
      if (width > 0) setSize({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, size }
}
