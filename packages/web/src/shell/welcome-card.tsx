import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { CornerCard } from '#ui/corner-card.tsx'
import { TextLink } from '#ui/link.tsx'
import styles from './welcome-card.module.css'

const beginnings = [
  { to: '/unity-learning-path', text: 'shell.welcome_new' },
  { to: '/search?sl=intermediate&ob=starts', text: 'shell.welcome_familiar' },
  { to: '/free', text: 'shell.welcome_free' },
] as const

/** Three ways to begin, on a person's first visit of the home page. */
export function WelcomeCard({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  return (
    <CornerCard
      title={t('shell.welcome_title')}
      close={{ label: t('kit.close'), onClose }}
      acts={<Button onClick={onClose}>{t('shell.welcome_close')}</Button>}
    >
      <p>{t('shell.welcome_text')}</p>
      <ul className={styles.ways}>
        {beginnings.map(({ to, text }) => (
          <li key={to}>
            <TextLink to={to} onClick={onClose}>
              {t(text)}
            </TextLink>
          </li>
        ))}
      </ul>
    </CornerCard>
  )
}
