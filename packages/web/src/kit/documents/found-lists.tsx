import { useMessages } from '../messages.tsx'
import styles from './check-list.module.css'
import { CheckList, type CheckRow } from './check-list.tsx'

/** What has to be mended first, and what is worth a look, each under its heading. */
export function FoundLists({ rows }: { rows: readonly CheckRow[] }) {
  const t = useMessages()
  const errors = rows.filter(({ tone }) => tone === 'bad')
  const warnings = rows.filter(({ tone }) => tone === 'warn')
  return (
    <>
      {errors.length > 0 && (
        <section className={styles.found}>
          <h3>{t('documents.errors', { count: errors.length })}</h3>
          <CheckList rows={errors} />
        </section>
      )}
      {warnings.length > 0 && (
        <section className={styles.found}>
          <h3>{t('documents.warnings', { count: warnings.length })}</h3>
          <CheckList rows={warnings} />
        </section>
      )}
    </>
  )
}
