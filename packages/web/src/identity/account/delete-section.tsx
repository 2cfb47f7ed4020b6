import { useFormat } from '#kit/format.ts'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import styles from './account-safety.module.css'
import type { SafetyAnswer } from './account-safety-act.ts'

const DeleteForm = later(async () => (await import('./delete-form.tsx')).DeleteForm)

interface DeleteSectionProps {
  here: string
  answer: SafetyAnswer | undefined
  /** What sales still bring, in fen. */
  due: number
}

/** Leaving: what goes and what stays is said before anything is asked. */
export function DeleteSection({ here, answer, due }: DeleteSectionProps) {
  const t = useMessages()
  const format = useFormat()
  const userId = useSession().user?.id ?? ''
  const mine = answer?.part === 'delete' ? answer : undefined
  const goes = ['profile', 'learning', 'sessions'] as const
  const stays = ['purchases', 'works', 'audit'] as const
  return (
    <section className={styles.group} aria-labelledby="safety-delete">
      <div>
        <h2 className={styles.groupTitle} id="safety-delete">
          {t('identity.delete')}
        </h2>
        <p className="small muted">{t('identity.delete_lead')}</p>
      </div>
      <Disclosure summary={t('identity.delete_open')} open={mine !== undefined}>
        <div className={styles.delete}>
          <div>
            <h3 className={styles.rowTitle}>{t('identity.delete_goes')}</h3>
            <ul className={styles.list}>
              {goes.map((what) => (
                <li key={what}>{t(`identity.delete_goes_${what}`)}</li>
              ))}
            </ul>
          </div>
          <div>
            <h3 className={styles.rowTitle}>{t('identity.delete_stays')}</h3>
            <ul className={styles.list}>
              {stays.map((what) => (
                <li key={what}>{t(`identity.delete_stays_${what}`)}</li>
              ))}
              {due > 0 && <li>{t('identity.delete_stays_due', { amount: format.price(due), id: userId })}</li>}
            </ul>
          </div>
          <p className="small">
            {t('identity.delete_free')} {t('identity.delete_export_first')}
          </p>
          <DeleteForm here={here} answer={mine} />
        </div>
      </Disclosure>
    </section>
  )
}
