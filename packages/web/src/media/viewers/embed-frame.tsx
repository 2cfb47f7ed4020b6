import type { EmbedProvider } from '@lantern/contract/media/embeds.ts'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ExternalLinkIcon, PlayIcon } from '#ui/icons.tsx'
import styles from './embed-frame.module.css'
import { isOutOfReach } from './out-of-reach.ts'
import { useFrameRefusal } from './use-frame-refusal.ts'

type EmbedFrameProps = {
  player: string
  /** Absent: a site that an admin allowed for this text. */
  provider: EmbedProvider | null
  /** Where a link leads. */
  page: string
  /** Where the visitor is, in two letters; null where that is not known. */
  country: string | null
}

/** As these sites call themselves, in every language. */
const siteNames: Record<EmbedProvider, string> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  bilibili: 'bilibili',
  youku: 'Youku',
  tencent: 'Tencent Video',
  codepen: 'CodePen',
  jsfiddle: 'JSFiddle',
  shadertoy: 'Shadertoy',
}

/**
 * Content of another site. Nothing is asked of that site before the visitor says so; where it cannot be reached there is
 * only a picture with a link.
 */
export function EmbedFrame({ player, provider, page, country }: EmbedFrameProps) {
  const t = useMessages()
  const [isLoaded, setLoaded] = useState(false)
  const site = provider ? siteNames[provider] : new URL(player).host
  const isAway = isOutOfReach(provider, country)
  const frame = useRef<HTMLIFrameElement>(null)
  const isRefused = useFrameRefusal(player)
  useEffect(() => {
    // who pressed the button goes on in what it made
    if (isLoaded) frame.current?.focus()
  }, [isLoaded])
  if (isLoaded && !isAway && !isRefused) {
    return (
      <iframe
        ref={frame}
        className={styles.frame}
        src={player}
        title={t('media.embed_from', { site })}
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation allow-forms"
        allow="fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  }
  const open = (
    <LinkButton
      to={page}
      theme={isAway ? 'secondary' : 'quiet'}
      target="_blank"
      rel="noopener noreferrer"
      icon={<ExternalLinkIcon className="icon-s" />}
    >
      {t('media.embed_open', { site })}
      <span className="sr">{t('media.new_tab')}</span>
    </LinkButton>
  )
  return (
    <span className={styles.thumbnail} data-away={isAway || undefined} data-embed-thumbnail="">
      <PlayIcon className={styles.sign} />
      <span className={styles.name}>{t('media.embed_from', { site })}</span>
      <span className={styles.words}>
        {isAway
          ? t('media.embed_away', { site })
          : isRefused
            ? t('media.embed_refused', { site })
            : t('media.embed_privacy', { site })}
      </span>
      <span className={styles.acts}>
        {!isAway && !isRefused && (
          <Button theme="primary" icon={<PlayIcon className="icon-s" />} onClick={() => setLoaded(true)}>
            {t('media.embed_load')}
          </Button>
        )}
        {open}
      </span>
    </span>
  )
}
