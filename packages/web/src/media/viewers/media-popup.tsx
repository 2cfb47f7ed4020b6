import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ChevronLeftIcon, ChevronRightIcon, MinusIcon, PlusIcon } from '#ui/icons.tsx'
import styles from './media-popup.module.css'

export type PopupMedia = { id: string; caption?: string } & (
  | { kind: 'img'; src: string; srcSet?: string; alt: string; width: number; height: number }
  /** A player, a build: it draws itself. */
  | { kind: 'other'; title: string; content: ReactNode }
)

type MediaPopupProps = {
  media: readonly PopupMedia[]
  /** Which one is looked at first. */
  startAt: string
  onClose: () => void
}

/** How large a picture can be made, in steps. */
const zoomLevels = [1, 1.5, 2, 3, 4]

/** The popup is never wider than this. */
export const popupMaxWidth = 1_000

/** Looks at one thing of a page at a time, large; the arrow keys go to the one before and after. */
export function MediaPopup({ media, startAt, onClose }: MediaPopupProps) {
  const t = useMessages()
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      media.findIndex(({ id }) => id === startAt),
    ),
  )
  const shown = media[index]
  const go = (by: number) => setIndex((before) => Math.min(media.length - 1, Math.max(0, before + by)))
  const count = media.length
  useEffect(() => {
    // wherever the focus is: the popup is all there is
    const hear = (event: KeyboardEvent) => {
      const by = arrowOf(event)
      if (by === 0) return
      event.preventDefault()
      setIndex((before) => Math.min(count - 1, Math.max(0, before + by)))
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [count])
  if (!shown) return null
  return (
    <Dialog
      open
      onClose={onClose}
      bare
      title={t('media.popup_title')}
      closeLabel={t('kit.close')}
      className={styles.popup}
    >
      <div className={styles.content}>
        <Shown key={shown.id} media={shown} />
        <div className={styles.bar}>
          <p className={styles.caption} aria-live="polite">
            <span className={styles.place}>{t('media.popup_place', { index: index + 1, total: media.length })}</span>
            {captionOf(shown)}
          </p>
          {media.length > 1 && (
            <p className={styles.acts}>
              <IconButton
                theme="media"
                label={t('media.popup_previous')}
                icon={<ChevronLeftIcon />}
                aria-disabled={index === 0}
                onClick={() => go(-1)}
              />
              <IconButton
                theme="media"
                label={t('media.popup_next')}
                icon={<ChevronRightIcon />}
                aria-disabled={index === media.length - 1}
                onClick={() => go(1)}
              />
            </p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** -1 or 1; 0 for every other key, and where a player or a zoomed picture needs the arrows itself. */
function arrowOf({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): number {
  if (altKey || ctrlKey || metaKey) return 0
  if (target instanceof Element && target.closest('[data-takes-arrows]')) return 0
  return key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
}

function Shown({ media }: { media: PopupMedia }) {
  if (media.kind === 'other') return <div className={styles.other}>{media.content}</div>
  return <ZoomedPicture picture={media} />
}

/** Fits at first; a press or the buttons make it larger, and then it is moved like a map. */
function ZoomedPicture({ picture }: { picture: Extract<PopupMedia, { kind: 'img' }> }) {
  const t = useMessages()
  const format = useFormat()
  const [level, setLevel] = useState(0)
  const view = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const zoom = zoomLevels[level] ?? 1
  const change = (by: number) => setLevel((before) => Math.min(zoomLevels.length - 1, Math.max(0, before + by)))
  useEffect(() => {
    // a shortcut of the buttons below, for the pointer
    const press = () => setLevel((before) => (before === 0 ? 2 : 0))
    const element = image.current
    element?.addEventListener('click', press)
    return () => element?.removeEventListener('click', press)
  }, [])
  useLayoutEffect(() => {
    const box = view.current
    if (!box || level === 0) return
    // made larger, its middle stays in sight
    box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2
    box.scrollTop = (box.scrollHeight - box.clientHeight) / 2
  }, [level])
  const wide = Math.min(popupMaxWidth, picture.width) * zoom
  return (
    <>
      <div
        ref={view}
        className={styles.view}
        data-zoomed={level > 0 || undefined}
        // while it is larger than the view it is moved with the arrows of the keyboard
        {...(level > 0 && {
          tabIndex: 0,
          role: 'region',
          'aria-label': t('media.zoomed_picture'),
          'data-takes-arrows': '',
        })}
      >
        <img
          ref={image}
          className={styles.picture}
          src={picture.src}
          srcSet={picture.srcSet}
          sizes={`${wide}px`}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          style={{ width: level > 0 ? `${zoom * 100}%` : `min(100%, ${picture.width}px)` }}
        />
      </div>
      <p className={styles.zoom}>
        <IconButton
          theme="media"
          label={t('media.zoom_out')}
          icon={<MinusIcon />}
          aria-disabled={level === 0}
          onClick={() => change(-1)}
        />
        <output className={styles.percent}>{format.percent(zoom * 100)}</output>
        <IconButton
          theme="media"
          label={t('media.zoom_in')}
          icon={<PlusIcon />}
          aria-disabled={level === zoomLevels.length - 1}
          onClick={() => change(1)}
        />
      </p>
    </>
  )
}

function captionOf(media: PopupMedia): string {
  return media.caption ?? (media.kind === 'img' ? media.alt : media.title)
}
