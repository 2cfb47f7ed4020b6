import { useMessages } from '#kit/messages.tsx'
import { Chip } from '#ui/chip.tsx'
import { keyword } from '../package-choice.ts'
import { ToEditor } from '../page-blocks.tsx'
import type { BlockProps } from '../page-context.ts'
import { usePackages } from '../use-packages.ts'
import styles from './filters.module.css'

/** Chooses and orders the packages of the page. Links, so that every choice has an address and needs no script. */
export function FiltersBlock({ block: { fields } }: BlockProps<'filters'>) {
  const t = useMessages()
  const { choice, addressOf: to, ...packages } = usePackages()
  const filters = packages.filters.filter(isNamed)
  const orders = fields.showSortings ? packages.sortings.filter(isNamed) : []
  if (filters.length === 0 && orders.length === 0) return <ToEditor>{t('cms.block_empty')}</ToEditor>
  const sorting = orders.some((order) => order.sorting === choice.sorting) ? choice.sorting : 'none'
  return (
    <div className={styles.filters}>
      {filters.length > 0 && (
        <Choices
          label={t('cms.filters')}
          choices={[
            { key: '', label: t('cms.filters_all'), to: to({ keys: [] }), on: choice.keys.length === 0 },
            ...filters.map(({ key }) => ({
              key: `of ${key}`,
              label: key,
              to: to({ keys: [keyword(key)] }),
              on: choice.keys.includes(keyword(key)),
            })),
          ]}
        />
      )}
      {orders.length > 0 && (
        <Choices
          label={t('cms.sortings')}
          choices={orders.map((order) => ({
            key: `${order.sorting} ${order.key}`,
            label: order.key,
            to: to({ sorting: order.sorting }),
            on: order.sorting === sorting,
          }))}
        />
      )}
    </div>
  )
}

function isNamed({ key }: { key: string }): boolean {
  return key.trim() !== ''
}

type ChoicesProps = { label: string; choices: { key: string; label: string; to: string; on: boolean }[] }

function Choices({ label, choices }: ChoicesProps) {
  return (
    <nav className={styles.choices} aria-label={label}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <ul className={styles.list}>
        {choices.map((choice) => (
          <li key={choice.key}>
            <Chip to={choice.to} on={choice.on} preventScrollReset>
              {choice.label}
            </Chip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
