import { type ShareType, shareTypes } from '@lantern/contract/catalog/share-types.ts'
import { type ReactNode, useRef } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CopyIcon, DownloadIcon, ExternalLinkIcon, Share2Icon } from '#ui/icons.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import styles from './share-dialog.module.css'
import { isInWeixin } from './use-weixin-share.ts'

type ShareDialogProps = {
  title: string
  /** The whole address. */
  url: string
  /** Address of the share picture; null where guests find none. */
  picture: string | null
  onClose: () => void
}

/** All ways to share one page: its link, WeChat, Weibo, its picture, and the system's own dialog where there is one. */
export function ShareDialog({ title, url, picture, onClose }: ShareDialogProps) {
  const t = useMessages()
  const field = useRef<HTMLInputElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast({ tone: 'good', text: t('catalog.link_copied') })
    } catch {
      // chosen as a whole, so that it can be copied by hand
      field.current?.focus()
    }
  }

  const networks: Record<ShareType, ReactNode> = {
    wechat: (
      <>
        {isInWeixin() ? (
          <p>{t('catalog.share_wechat_menu')}</p>
        ) : (
          <>
            <QrCode text={url} label={t('catalog.share_qr')} />
            <p className="small muted">{t('catalog.share_wechat_scan')}</p>
          </>
        )}
      </>
    ),
    weibo: (
      <LinkButton
        to={weiboAddress({ title, url, picture })}
        target="_blank"
        rel="noopener noreferrer"
        icon={<ExternalLinkIcon />}
      >
        {t('catalog.share_weibo')}
      </LinkButton>
    ),
  }

  return (
    <Dialog open title={t('catalog.share')} closeLabel={t('kit.close')} onClose={onClose}>
      <div className={styles.content}>
        {picture ? (
          <img className={styles.picture} src={picture} alt={title} width={1200} height={630} />
        ) : (
          <p className={styles.title}>{title}</p>
        )}
        <div className={styles.ways}>
          <TextField
            ref={field}
            label={t('catalog.share_link')}
            readOnly
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
            after={
              <Button size="s" theme="quiet" icon={<CopyIcon />} onClick={() => void copy()}>
                {t('catalog.copy_link')}
              </Button>
            }
          />
          {shareTypes.map((type) => (
            <div key={type} className={styles[type]}>
              {networks[type]}
            </div>
          ))}
          <div className={styles.more}>
            {picture && (
              <LinkButton to={picture} download={`${title}.png`} icon={<DownloadIcon />}>
                {t('catalog.share_picture')}
              </LinkButton>
            )}
            {typeof navigator.share === 'function' && (
              <Button
                icon={<Share2Icon />}
                // a visitor who closes the system's dialog has decided not to share: that is no error
                onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
              >
                {t('catalog.share_elsewhere')}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Dialog>
  )
}

function weiboAddress({ title, url, picture }: Pick<ShareDialogProps, 'title' | 'url' | 'picture'>): string {
  const address = new URL('https://service.weibo.com/share/share.php')
  address.searchParams.set('url', url)
  address.searchParams.set('title', title)
  if (picture) address.searchParams.set('pic', new URL(picture, url).href)
  return address.href
}
