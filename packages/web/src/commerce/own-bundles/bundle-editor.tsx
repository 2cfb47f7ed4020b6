import { formatPrice } from '@lantern/contract/catalog/price.ts'
import type { OwnBundle } from '@lantern/contract/commerce/own-bundles.ts'
import { maxLength, price } from '@lantern/contract/validators.ts'
import { Form, useNavigation } from 'react-router'
import { useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { BundleField, BundleFormAnswer } from './bundle-act.ts'
import styles from './own-bundles.module.css'
import { ownBundlesPath } from './own-bundles.tsx'

interface BundleEditorProps {
  id: string
  /** Null: it is not made yet. */
  own: OwnBundle | null
  answer: BundleFormAnswer | undefined
}

const required = 'error_field_required'
const rules: Record<BundleField, FieldRule> = {
  title: { required, validations: [maxLength(70, 'error_maxLength70')] },
  slug: { required },
  price: { required, validations: [price()] },
  itemIds: { required },
  published: {},
}

/** The form of a bundle: what it is called, its address, its items and price, and whether it is on sale. */
export function BundleEditor({ id, own, answer }: BundleEditorProps) {
  const t = useMessages()
  const format = useFormat()
  const { formData } = useNavigation()
  const failed = answer && !answer.done ? answer : undefined
  const form = useForm(rules, { values: failed?.values ?? (own ? valuesOf(own) : {}), problems: failed?.problems })
  const { onChange: _, value: itemIds, ...items } = form.props('itemIds')
  const isBusy = formData?.get('id') === id
  return (
    <div className="page-stack">
      <header>
        <p>
          <PlainLink className="small" to={ownBundlesPath}>
            {t('commerce.own_bundles.title')}
          </PlainLink>
        </p>
        <h1>{own ? own.bundle.title : t('commerce.own_bundles.new')}</h1>
      </header>
      {answer?.done && (
        <Notice tone="good" live>
          {t('saved_successfully')}
        </Notice>
      )}
      {failed?.problem && (
        <Notice tone="bad" live>
          {failed.problem}
        </Notice>
      )}
      <Panel>
        <Form
          method="post"
          action={`${ownBundlesPath}/${own ? id : 'new'}`}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            if (isBusy || !form.touchAll()) event.preventDefault()
          }}
        >
          <input type="hidden" name="id" value={failed?.id || id} />
          <input type="hidden" name="seen" value={own?.updatedTime ?? ''} />
          <TextField {...form.props('title')} label={t('commerce.promo.name')} autoComplete="off" />
          <TextField
            {...form.props('slug')}
            label={t('commerce.own_bundles.slug')}
            help={t('commerce.own_bundles.slug_help')}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            {...form.props('price')}
            label={t('commerce.own_bundles.price')}
            help={own && t('commerce.own_bundles.price_help', { price: format.price(own.bundle.originalAmount) })}
            inputMode="decimal"
            autoComplete="off"
          />
          <TextArea
            {...items}
            label={t('commerce.own_bundles.items')}
            help={t('commerce.own_bundles.items_help')}
            value={itemIds}
            onValue={(value) => form.set('itemIds', value)}
            rows={4}
          />
          {own && (
            <ol className={styles.items}>
              {own.items.map((item) => (
                <li key={item.id}>{item.title}</li>
              ))}
            </ol>
          )}
          <Checkbox
            name="published"
            value="yes"
            checked={form.fields.published.value === 'yes'}
            onChange={({ currentTarget }) => form.set('published', currentTarget.checked ? 'yes' : '')}
          >
            {t('commerce.own_bundles.publish')}
          </Checkbox>
          <div className="row">
            <Button type="submit" theme="primary" busy={isBusy}>
              {t('commerce.discount_save')}
            </Button>
            {own && (
              <LinkButton to={`/bundle/${encodeURIComponent(own.bundle.slug)}`}>
                {t('commerce.own_bundles.preview')}
              </LinkButton>
            )}
          </div>
        </Form>
      </Panel>
    </div>
  )
}

function valuesOf({ bundle, items }: OwnBundle): Record<BundleField, string> {
  return {
    title: bundle.title,
    slug: bundle.slug,
    price: formatPrice(bundle.originBundlePrice),
    itemIds: items.map(({ id }) => id).join('\n'),
    published: bundle.status === 'published' ? 'yes' : '',
  }
}
