import { type AvailabilityValues, availabilityAddresses } from '@lantern/contract/community/availability.ts'
import { useMessages } from '#kit/messages.tsx'
import { OutsideLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './submissions.module.css'

/** Where a submission can be had besides its lesson; nothing when its author named no place. */
export function AvailabilityPanel({ availability }: { availability: AvailabilityValues }) {
  const t = useMessages()
  const { packageName, apkVersion } = availability
  if (Object.keys(availability).length === 0) return null
  return (
    <Panel as="section" aria-labelledby="submission-availability" className={styles.by}>
      <h2 id="submission-availability" className={styles.small}>
        {t('community.availability')}
      </h2>
      <ul className={styles.places}>
        {availabilityAddresses.map((field) => {
          const address = availability[field]
          if (address === undefined) return null
          return (
            <li key={field}>
              <OutsideLink to={address} rel="nofollow ugc" hint={t('shell.new_tab')}>
                {t(`community.availability_field.${field}`)}
              </OutsideLink>
            </li>
          )
        })}
      </ul>
      {(packageName ?? apkVersion) !== undefined && (
        <p className="small muted num">
          Android: <bdi>{[packageName, apkVersion].filter(Boolean).join(' ')}</bdi>
        </p>
      )}
    </Panel>
  )
}
