import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { DownloadIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './recovery-codes.module.css'

/** Shown this once, to be kept: written down, printed or saved. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useMessages()
  const hydrated = useHydrated()
  const { site } = useSite()
  const file = [t('identity.tfa_codes_file', { site: site.name }), '', ...codes, ''].join('\r\n')
  return (
    <div className={styles.codes}>
      <Notice tone="warn">{t('identity.tfa_codes_once')}</Notice>
      <ul className={styles.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        {/* an address that holds the file itself works without script, and nothing is asked of the server again */}
        <LinkButton
          leaves
          to={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
          icon={<DownloadIcon className="icon-s" />}
        >
          {t('identity.tfa_codes_download')}
        </LinkButton>
        {hydrated && <Button onClick={() => window.print()}>{t('identity.tfa_codes_print')}</Button>}
      </div>
    </div>
  )
}
