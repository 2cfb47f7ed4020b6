import type { RatioRule } from '@lantern/contract/cms/fields.ts'
import { useMessages } from '#kit/messages.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './form.module.css'
import { type FieldProps, useForm, wordsOf } from './form-context.ts'

const usual = ['1:1', '2:1', '1:2', '1:1:1', '1:2:1', '1:1:1:1']

/** Shares of columns: the usual ones drawn, any other by its figures. */
export function RatioField({ rule, label, path, value, onChange }: FieldProps<RatioRule>) {
  const t = useMessages()
  const { faultOf } = useForm()
  const shares = wordsOf(value) || rule.default
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.ratios}>
        {usual.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.shares}
            aria-label={one}
            aria-pressed={one === shares}
            onClick={() => onChange(one)}
          >
            {columnsOf(one).map(({ from, share }) => (
              <span key={from} style={{ flexGrow: share }} />
            ))}
          </button>
        ))}
      </div>
      <TextField
        label={t('cms.builder_ratio_other')}
        value={shares}
        error={faultOf(path)}
        onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll('：', ':'))}
      />
    </fieldset>
  )
}

/** Each column with its share, and where it begins. */
function columnsOf(shares: string): { from: number; share: number }[] {
  let from = 0
  return shares.split(':').map((text) => {
    const share = Number(text)
    from += share
    return { from: from - share, share }
  })
}
