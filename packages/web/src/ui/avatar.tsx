import styles from './avatar.module.css'
import { classNames } from './class-names.ts'

type AvatarProps = { name: string; src?: string | null; size?: 's' | 'm' | 'l'; className?: string }

/** The person's picture, or the first letter of the name on one of three tints. The name stands beside it as text. */
export function Avatar({ name, src, size = 'm', className }: AvatarProps) {
  const look = classNames(styles.avatar, styles[size], className)
  if (src) return <img className={look} src={src} alt="" width={64} height={64} loading="lazy" decoding="async" />
  return (
    <span className={classNames(look, styles[`tint${tintOf(name)}`])} aria-hidden="true">
      {firstLetter(name)}
    </span>
  )
}

function firstLetter(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? ''
}

function tintOf(name: string): number {
  return (Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 3) + 1
}
