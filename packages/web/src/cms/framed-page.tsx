import { useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { useFrameRefusal } from '#media/index.ts'
import { classNames } from '#ui/class-names.ts'
import { OutsideLink } from '#ui/link.tsx'
import styles from './media.module.css'

type FramedPageProps = {
  src: string
  title: string
  /** In pixels; without it the frame fills what it stands in. */
  height?: number
}

/**
 * A page of another site. It has its own origin and no way to lead our page elsewhere. The headers of the page allow the
 * frames that are marked like this; on a page that was reached without loading it anew there is a link instead.
 */
export function FramedPage({ src, title, height }: FramedPageProps) {
  const t = useMessages()
  const isOwn = useIsOwnSite(src)
  const isRefused = useFrameRefusal(src)
  if (isOwn) return null
  const { host: site } = new URL(src)
  return (
    <figure className={classNames(styles.framed, height !== undefined && styles.tall)} data-embed={src}>
      {isRefused ? (
        <p className={styles.refused} style={{ minHeight: height }}>
          {t('media.embed_refused', { site })}{' '}
          <OutsideLink to={src} hint={t('cms.new_tab')}>
            {t('media.embed_open', { site })}
          </OutsideLink>
        </p>
      ) : (
        <iframe
          src={src}
          title={title}
          height={height}
          loading="lazy"
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation allow-forms"
          referrerPolicy="strict-origin-when-cross-origin"
          allow="fullscreen; picture-in-picture; autoplay"
        />
      )}
    </figure>
  )
}

/** A page inside of itself would not end, and ours would have its rights inside of the frame. */
function useIsOwnSite(src: string): boolean {
  const { site } = useSite()
  return !URL.canParse(src) || [site.host, ...site.learningHosts].includes(new URL(src).host)
}
