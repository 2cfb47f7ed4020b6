import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './prose-videos.module.css'
import type { UseRecorder } from './use-recorder.ts'
import { VideoPlayer } from './video-player.tsx'

export type ProseVideosProps = {
  /** The rich text is somewhere inside. */
  within: RefObject<HTMLElement | null>
  /** Laid over each picture. */
  overlay?: ReactNode
  /** Offered at the end of the last video of the text. */
  next?: ReactNode
  useRecorder?: UseRecorder
}

interface FoundVideo {
  id: string
  holder: HTMLElement
}

/** Puts players where rich text has a video. What the server wrote there, a picture and a title, stands without script. */
export function ProseVideos({ within, overlay, next, useRecorder }: ProseVideosProps) {
  const [videos, setVideos] = useState<FoundVideo[]>([])
  useEffect(() => {
    if (within.current) setVideos(findVideos(within.current))
  }, [within])
  return videos.map(({ id, holder }, at) =>
    createPortal(
      <VideoPlayer
        id={id}
        overlay={overlay}
        next={at === videos.length - 1 ? next : undefined}
        useRecorder={useRecorder}
      />,
      holder,
      `${at}-${id}`,
    ),
  )
}

/** Finding twice finds the same places. */
function findVideos(root: HTMLElement): FoundVideo[] {
  return [...root.querySelectorAll<HTMLElement>('.prose figure[data-video]')].map((figure) => {
    const there = figure.querySelector<HTMLElement>(':scope > [data-player]')
    const holder = there ?? document.createElement('div')
    if (!there) {
      holder.dataset.player = ''
      figure.classList.add(styles.figure ?? '')
      figure.prepend(holder)
    }
    return { id: figure.dataset.video ?? '', holder }
  })
}
