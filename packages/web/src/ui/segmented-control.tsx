import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { PageLink } from './link.tsx'
import styles from './segmented-control.module.css'

type Option<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean }

type SegmentedControlProps<Value extends string> = {
  /** The question that the choice answers. */
  label: string
  options: readonly Option<Value>[]
  /** Controlled value, kept by the caller through `onValue` or presses under `name`; absent: the form keeps it. */
  value?: Value
  defaultValue?: Value
  name?: string
  onValue?: (value: Value) => void
  className?: string
}

/** One of a few, all in sight. Radios underneath, so it posts with a form and the arrow keys work. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  defaultValue,
  name,
  onValue,
  className,
}: SegmentedControlProps<Value>) {
  const group = useId()
  return (
    <div className={classNames(styles.segment, 'current-in-view', className)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label className={styles.option} key={option.value}>
          <input
            className="sr"
            type="radio"
            name={name ?? group}
            value={option.value}
            disabled={option.disabled}
            checked={value === undefined ? undefined : value === option.value}
            defaultChecked={value === undefined ? defaultValue === option.value : undefined}
            onChange={() => onValue?.(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}

type SegmentedLinksProps = {
  label: string
  links: readonly { to: string; label: ReactNode; current: boolean }[]
  className?: string
}

/** The same look for views that have an address. */
export function SegmentedLinks({ label, links, className }: SegmentedLinksProps) {
  return (
    <nav className={classNames(styles.segment, 'current-in-view', className)} aria-label={label}>
      {links.map((link) => (
        <PageLink className={styles.option} key={link.to} to={link.to} aria-current={link.current ? 'page' : undefined}>
          {link.label}
        </PageLink>
      ))}
    </nav>
  )
}
