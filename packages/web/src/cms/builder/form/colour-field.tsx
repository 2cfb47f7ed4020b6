import { contrastBetween, pageGrounds, readableContrast, shownOn } from '@lantern/contract/cms/contrast.ts'
import type { ColourRule } from '@lantern/contract/cms/fields.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { XIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './form.module.css'
import { type FieldProps, useForm, wordsOf } from './form-context.ts'

const white = '#ffffff'
const black = '#1b1d22'

/**
 * A colour by eye or by its figures: of a ground, how well words stand out from it; of words, how well they stand out from
 * a light and a dark page, as they are shown there.
 */
export function ColourField({ label, path, value, onChange }: FieldProps<ColourRule>) {
  const t = useMessages()
  const { faultOf } = useForm()
  const colour = wordsOf(value).trim()
  const isColour = /^#[\da-f]{6}$/i.test(colour)
  return (
    <div className={styles.colour}>
      <TextField
        label={label}
        value={colour}
        placeholder={t('cms.builder_colour_none')}
        maxLength={7}
        spellCheck={false}
        error={faultOf(path)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        before={
          <input
            type="color"
            className={styles.swatch}
            data-empty={isColour ? undefined : ''}
            aria-label={t('cms.builder_colour_pick', { label })}
            value={isColour ? colour : white}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        }
        after={
          colour !== '' && (
            <IconButton
              theme="bare"
              label={t('cms.builder_colour_clear', { label })}
              icon={<XIcon className="icon-s" />}
              onClick={() => onChange('')}
            />
          )
        }
      />
      {isColour && (
        <p className={styles.contrast}>
          {isGround(path) ? (
            <>
              <Contrast ground={colour} text={black} word={t('cms.builder_contrast_dark')} />
              <Contrast ground={colour} text={white} word={t('cms.builder_contrast_light')} />
            </>
          ) : (
            <>
              <ContrastOn ground={pageGrounds.light} colour={colour} word={t('cms.builder_contrast_on_light')} />
              <ContrastOn ground={pageGrounds.dark} colour={colour} word={t('cms.builder_contrast_on_dark')} />
            </>
          )}
        </p>
      )}
    </div>
  )
}

function isGround(path: string): boolean {
  return /(^|\.)background\.color$/.test(path)
}

function ContrastOn({ ground, colour, word }: { ground: string; colour: string; word: string }) {
  return <Contrast ground={ground} text={shownOn(colour, ground)} word={word} />
}

function Contrast({ ground, text, word }: { ground: string; text: string; word: string }) {
  const t = useMessages()
  const format = useFormat()
  const figure = contrastBetween(ground, text) ?? 1
  const shown = format.decimal(Math.floor(figure * 10) / 10, 1)
  return (
    <span className={styles.ratio} data-low={figure < readableContrast ? '' : undefined}>
      <span className={styles.chip} style={{ background: ground, color: text }} aria-hidden="true">
        Aa
      </span>
      {t(figure < readableContrast ? 'cms.builder_contrast_low' : 'cms.builder_contrast', { word, figure: shown })}
    </span>
  )
}
