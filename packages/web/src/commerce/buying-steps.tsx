import { useMessages } from '#kit/messages.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import styles from './buying-steps.module.css'

const steps = ['check', 'pay', 'learn'] as const

/** Where one is on the way to learning. */
export function BuyingSteps({ at }: { at: (typeof steps)[number] }) {
  const t = useMessages()
  return (
    <ol className={styles.way} aria-label={t('commerce.way')}>
      {steps.map((step, index) => {
        const isDone = index < steps.indexOf(at)
        return (
          <li key={step} aria-current={step === at ? 'step' : undefined} className={isDone ? styles.done : undefined}>
            <i aria-hidden="true">{isDone ? <CheckIcon className={styles.icon} /> : index + 1}</i>
            {t(`commerce.way_${step}`)}
          </li>
        )
      })}
    </ol>
  )
}
