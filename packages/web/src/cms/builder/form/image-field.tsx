import type { ImageRule } from '@lantern/contract/cms/fields.ts'
import { thumbnailUrl } from '@lantern/contract/media/image-url.ts'
import { useMessages } from '#kit/messages.tsx'
import { pickMedia } from '#media/index.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { ImageIcon } from '#ui/icons.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './form.module.css'
import { type FieldProps, fieldAnchor, recordOf, useForm, wordsOf } from './form-context.ts'
import { useMark } from './use-mark.ts'

const altMost = 500
/** As wide as a page shows a picture anywhere. */
const widest = 2000

/** A picture of the library or of another site, with its alternative text. */
export function ImageField({ rule, label, path, value, onChange }: FieldProps<ImageRule>) {
  const t = useMessages()
  const { blockId, faultOf, language } = useForm()
  const mark = useMark(rule)
  const { value: href, alt, width, height } = recordOf(value)
  const address = wordsOf(href)
  const image = { value: address, alt: wordsOf(alt), width: Number(width) || 0, height: Number(height) || 0 }
  const error = faultOf(path) ?? faultOf(`${path}.value`)
  const errorId = `${fieldAnchor(blockId, path)}-error`
  const choose = async () => {
    const picked = await pickMedia('image')
    if (!picked?.imageId) return
    const size = { width: picked.width ?? 0, height: picked.height ?? 0 }
    const isDrawn = picked.contentType.includes('svg')
    const picture = { id: picked.imageId, width: size.width || widest, height: size.height } as const
    onChange({
      value: thumbnailUrl({ ...picture, extension: isDrawn ? 'svg' : 'webp' }),
      alt: image.alt || picked.alt,
      ...size,
    })
  }
  return (
    <fieldset className={styles.group} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>
        {label}
        {mark && <span className={styles.mark}>{mark}</span>}
      </legend>
      <div className={styles.image}>
        <span className={styles.thumb} data-invalid={error ? '' : undefined}>
          {address ? <img src={address} alt="" loading="lazy" /> : <ImageIcon />}
        </span>
        <div className={styles.acts}>
          <Button size="s" onClick={choose}>
            {t(address ? 'authoring.change_picture' : 'authoring.choose_picture')}
          </Button>
          {address && (
            <Button size="s" theme="quiet" onClick={() => onChange({ value: '', alt: '', width: 0, height: 0 })}>
              {t('authoring.remove')}
            </Button>
          )}
        </div>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {address && (
        <TextArea
          className={styles.line}
          label={t('cms.builder_alt')}
          placeholder={t('cms.builder_alt_help')}
          rows={1}
          limit={altMost}
          lang={language}
          value={image.alt}
          error={faultOf(`${path}.alt`)}
          onValue={(words) => onChange({ ...image, alt: words.replace(/\s*\n\s*/g, ' ') })}
        />
      )}
      <Disclosure className={styles.more} summary={t('cms.builder_image_address')}>
        <TextField
          label={t('cms.builder_image_address')}
          labelHidden
          placeholder="https://"
          value={address}
          onChange={({ currentTarget }) =>
            onChange({ value: currentTarget.value, alt: image.alt, width: 0, height: 0 })
          }
        />
      </Disclosure>
    </fieldset>
  )
}
