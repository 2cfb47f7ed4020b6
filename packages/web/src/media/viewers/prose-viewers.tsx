import { isBuildAddress } from '@lantern/contract/media/build-addresses.ts'
import { type RefObject, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { MaximizeIcon } from '#ui/icons.tsx'
import { EmbedFrame } from './embed-frame.tsx'
import { type FoundMedia, findMedia, isSame } from './prose-media.ts'
import styles from './prose-viewers.module.css'
import { useCountry } from './visitor-country.ts'
import { WebglFrame } from './webgl-frame.tsx'

const MediaPopup = lazyPart(async () => ({ default: (await import('./media-popup.tsx')).MediaPopup }))

type ProseViewersProps = {
  /** The rich text is somewhere inside. */
  within: RefObject<HTMLElement | null>
}

/** Makes the pictures of rich text zoomable and its embeds playable. Without script the text stays as it is. */
export function ProseViewers({ within }: ProseViewersProps) {
  const [found, setFound] = useState<FoundMedia>({ pictures: [], embeds: [] })
  const country = useCountry(found.embeds.some(({ provider }) => provider !== null))
  const [opened, setOpened] = useState<string | null>(null)
  useEffect(() => {
    const root = within.current
    if (!root) return
    const look = () => {
      const now = findMedia(root)
      setFound((before) => (isSame(before, now) ? before : now))
    }
    look()
    // another question, another tab: the text changes while the page stays
    const changes = new MutationObserver(look)
    changes.observe(root, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [within])
  useEffect(() => {
    const opens = found.pictures.map(({ element, holder, media }) => {
      const open = () => {
        // where the focus returns to
        holder.querySelector('button')?.focus()
        setOpened(media.id)
      }
      element.addEventListener('click', open)
      return () => element.removeEventListener('click', open)
    })
    return () => {
      for (const stop of opens) stop()
    }
  }, [found])
  return (
    <>
      {found.pictures.map(({ media, holder }) =>
        createPortal(<ZoomButton alt={media.alt} onOpen={() => setOpened(media.id)} />, holder, media.id),
      )}
      {found.embeds.map(({ id, holder, ...embed }) =>
        createPortal(
          embed.provider === null && isBuildAddress(embed.player) ? (
            <WebglFrame url={embed.player} />
          ) : (
            <EmbedFrame {...embed} country={country} />
          ),
          holder,
          id,
        ),
      )}
      {opened !== null && (
        <Suspense>
          <MediaPopup
            media={found.pictures.map(({ media }) => media)}
            startAt={opened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The press on the picture itself is for the pointer; this is for everybody. */
function ZoomButton({ alt, onOpen }: { alt: string; onOpen: () => void }) {
  const t = useMessages()
  const label = alt === '' ? t('media.zoom_unnamed_picture') : t('media.zoom_picture', { alt })
  return (
    <button type="button" className={styles.zoom} aria-label={label} onClick={onOpen}>
      <MaximizeIcon />
    </button>
  )
}
