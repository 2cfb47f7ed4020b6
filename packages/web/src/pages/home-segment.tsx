import { useMemo } from 'react'
import { PageBlocks } from '#cms/index.ts'
import { useCmsSlots } from './cms-slots.tsx'
import styles from './home-segment.module.css'
import type { LoadedSegment } from './home-segments.ts'

type HomeSegmentProps = {
  segment: LoadedSegment | null
  /** The h1 of the page, where no block of this segment is one. Of the segment at the top alone. */
  title?: string
}

export function HomeSegment({ segment, title }: HomeSegmentProps) {
  if (!segment) return title === undefined ? null : <h1 className="sr">{title}</h1>
  return <ShownSegment {...segment} title={title} />
}

function ShownSegment({ page, blockData, slotData, title }: LoadedSegment & { title: string | undefined }) {
  const slots = useCmsSlots(slotData)
  const { blocks, packages, filters, sortings, locale } = page
  const data = useMemo(() => ({ ...blockData, packages, filters, sortings }), [blockData, packages, filters, sortings])
  return (
    <div lang={locale.replace('_', '-')} className={title === undefined ? styles.bottom : undefined}>
      <PageBlocks blocks={blocks} data={data} slots={slots} {...(title !== undefined && { title })} />
    </div>
  )
}
