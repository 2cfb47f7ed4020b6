import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { type CmsPackage, type PackageSorting, packageSortings, pageLimits } from '@lantern/contract/cms/blocks.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { useState } from 'react'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ChevronRightIcon, PlusIcon } from '#ui/icons.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { useBuilder, usePageState } from '../builder-context.ts'
import { rowsOf } from '../model/block-tree.ts'
import { productWords } from './field-words.ts'
import { fieldAnchor, useForm } from './form-context.ts'
import styles from './form-pane.module.css'
import { SortedRows } from './sorted-rows.tsx'

type Lists = Pick<PageContent, 'packages' | 'filters' | 'sortings'>

/** The products that the page offers, and the choices and orders of them that visitors are given. */
export function PackagesEditor() {
  const t = useMessages()
  const { pageEditor } = useBuilder()
  const { edits } = usePageState()
  const { blocks, packages, filters, sortings } = edits.content
  const { faultOf } = useForm()
  // most pages have no block that shows them
  const [isUsed] = useState(() => {
    const isKept = [packages, filters, sortings].some(({ length }) => length > 0)
    return isKept || rowsOf(blocks).some(({ block }) => block.kind === 'assets-list' || block.kind === 'filters')
  })
  const change = (next: Partial<Lists>, key: string) =>
    pageEditor.edit({ type: 'page', change: next, key, at: Date.now() })
  const nameOf = (one: CmsPackage) => productWords(one) || t('cms.builder_new_package')
  const nameOfFilter = ({ key }: { key: string }) => key || t('cms.builder_new_filter')
  const named = packages.map((one) => ({ id: one.id, name: nameOf(one) }))
  return (
    <details className={styles.packages} id={fieldAnchor('', 'packages')} open={isUsed}>
      <summary>
        <ChevronRightIcon className="icon-s" />
        <h3>{t('cms.builder_packages')}</h3>
        <span className="tiny muted">{t('cms.builder_packages_lead')}</span>
      </summary>
      <SortedRows
        label={t('cms.builder_packages')}
        path="packages"
        entries={packages}
        nameOf={nameOf}
        onChange={(next) => change({ packages: next, filters: filters.map(offering(next)) }, 'packages')}
        usesOf={({ id }) => filters.filter((one) => one.packages.includes(id)).map(nameOfFilter)}
        fields={(one, at) => (
          <PackageFields
            value={one}
            path={`packages.${at}`}
            onChange={(next, field) => change({ packages: packages.toSpliced(at, 1, next) }, `packages.${at}.${field}`)}
          />
        )}
      />
      <Button
        size="s"
        icon={<PlusIcon />}
        disabled={packages.length >= pageLimits.packages}
        onClick={() => change({ packages: [...packages, newPackage(packages)] }, 'packages')}
      >
        {t('cms.builder_add_package')}
      </Button>

      <h3>{t('cms.builder_filters')}</h3>
      <SortedRows
        label={t('cms.builder_filters')}
        path="filters"
        entries={filters}
        nameOf={nameOfFilter}
        onChange={(next) => change({ filters: next }, 'filters')}
        fields={(filter, at) => {
          const edit = (next: Partial<typeof filter>, field: string) =>
            change({ filters: filters.toSpliced(at, 1, { ...filter, ...next }) }, field)
          return (
            <>
              <TextField
                label={t('cms.field_name')}
                maxLength={135}
                value={filter.key}
                error={faultOf(`filters.${at}.key`)}
                onChange={({ currentTarget }) => edit({ key: currentTarget.value }, `filters.${at}`)}
              />
              <div className={styles.checks}>
                {named.map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    checked={filter.packages.includes(id)}
                    onChange={({ currentTarget }) => {
                      const others = filter.packages.filter((other) => other !== id)
                      edit({ packages: currentTarget.checked ? [...others, id] : others }, `filters.${at}.${id}`)
                    }}
                  >
                    {name}
                  </Checkbox>
                ))}
              </div>
            </>
          )
        }}
      />
      <Button
        size="s"
        icon={<PlusIcon />}
        onClick={() => change({ filters: [...filters, { key: '', packages: [] }] }, 'filters')}
      >
        {t('cms.builder_add_filter')}
      </Button>

      <h3>{t('cms.builder_sortings')}</h3>
      <SortedRows
        label={t('cms.builder_sortings')}
        path="sortings"
        entries={sortings}
        nameOf={({ key, sorting }) => key || t(`cms.sorting_${sorting}`)}
        onChange={(next) => change({ sortings: next }, 'sortings')}
        fields={(sorting, at) => {
          const edit = (next: Partial<typeof sorting>, field: string) =>
            change({ sortings: sortings.toSpliced(at, 1, { ...sorting, ...next }) }, field)
          return (
            <div className={styles.grid}>
              <TextField
                label={t('cms.field_name')}
                maxLength={135}
                value={sorting.key}
                error={faultOf(`sortings.${at}.key`)}
                onChange={({ currentTarget }) => edit({ key: currentTarget.value }, `sortings.${at}`)}
              />
              <Select
                label={t('cms.builder_order')}
                value={sorting.sorting}
                onChange={({ currentTarget }) =>
                  edit({ sorting: currentTarget.value as PackageSorting }, `sortings.${at}.order`)
                }
              >
                {packageSortings.map((order) => (
                  <option key={order} value={order}>
                    {t(`cms.sorting_${order}`)}
                  </option>
                ))}
              </Select>
            </div>
          )
        }}
      />
      <Button
        size="s"
        icon={<PlusIcon />}
        onClick={() => change({ sortings: [...sortings, { key: '', sorting: 'recency' }] }, 'sortings')}
      >
        {t('cms.builder_add_sorting')}
      </Button>
    </details>
  )
}

/** A filter of these products alone: a product that comes later may have the id of one that is gone. */
function offering(packages: readonly CmsPackage[]) {
  const ids = new Set(packages.map(({ id }) => id))
  return (filter: Lists['filters'][number]) => ({ ...filter, packages: filter.packages.filter((id) => ids.has(id)) })
}

const words = ['id', 'name', 'publisherName', 'publisherId', 'category', 'mainImage', 'iconImage', 'url'] as const
const flags = ['plusProSale', 'onSale', 'elevated', 'isNew', 'partner'] as const

type PackageFieldsProps = {
  value: CmsPackage
  path: string
  onChange: (next: CmsPackage, field: string) => void
}

function PackageFields({ value, path, onChange }: PackageFieldsProps) {
  const t = useMessages()
  const { faultOf } = useForm()
  const locale = languageTag(useLocale())
  return (
    <div className={styles.grid}>
      {words.map((name) => (
        <TextField
          key={name}
          label={t(`cms.package_${name}`)}
          value={value[name] ?? ''}
          error={faultOf(`${path}.${name}`)}
          onChange={({ currentTarget }) => onChange({ ...value, [name]: currentTarget.value }, name)}
        />
      ))}
      {(['price', 'originPrice'] as const).map((name) => (
        <NumberField
          key={name}
          label={t(`cms.package_${name}`)}
          locale={locale}
          decimals={2}
          value={(value.price?.[name] ?? 0) / 100}
          onValue={(yuan) =>
            onChange({ ...value, price: { ...value.price, [name]: Math.round((yuan ?? 0) * 100) } }, name)
          }
        />
      ))}
      {(['average', 'count'] as const).map((name) => (
        <NumberField
          key={name}
          label={t(`cms.package_${name}`)}
          locale={locale}
          decimals={name === 'average' ? 1 : 0}
          value={value.rating?.[name] ?? 0}
          onValue={(figure) => onChange({ ...value, rating: { ...value.rating, [name]: figure ?? 0 } }, name)}
        />
      ))}
      {flags.map((name) => (
        <ChoiceSwitch
          key={name}
          checked={value[name] === true}
          onChange={(on) => onChange({ ...value, [name]: on }, name)}
        >
          {t(`cms.package_${name}`)}
        </ChoiceSwitch>
      ))}
    </div>
  )
}

function newPackage(others: readonly CmsPackage[]): CmsPackage {
  const ids = new Set(others.map(({ id }) => id))
  let number = others.length + 1
  while (ids.has(String(number))) number++
  return {
    id: String(number),
    name: '',
    rating: { average: 0, count: 0 },
    publisherName: '',
    publisherId: '',
    category: '',
    mainImage: '',
    iconImage: '',
    price: { price: 0, originPrice: 0 },
    plusProSale: false,
    onSale: false,
    elevated: false,
    url: '',
    isNew: false,
    partner: false,
  }
}
