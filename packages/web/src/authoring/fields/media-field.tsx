import { neededSize } from '@lantern/contract/media/picture-size.ts'
import { useId } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { pickMedia } from '#media/index.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/field-error.tsx'
import { ImageIcon, SquarePlayIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { useEditorTools } from '../editor-shell/editor-tools.tsx'
import { pixels } from '../publish/item-checks.ts'
import styles from './fields.module.css'

type MediaFieldProps = {
  label: string
  value: string | null
  onChange: (id: string | null) => void
  /** The heading above says it already. */
  labelHidden?: boolean
  error?: string
}

/** The picture of a card, chosen from the library. */
export function ThumbnailField({ label, value, onChange, error }: MediaFieldProps) {
  const t = useMessages()
  const id = useId()
  const { references, addReferences } = useEditorTools()
  const image = value === null ? undefined : references.images[value]
  const url = image?.url
  const needed = image && neededSize('cover', image, image.url.endsWith('.svg'))
  const choose = async () => {
    const picked = await pickMedia('image')
    if (!picked?.imageId) return
    const { imageId: id, width, height } = picked
    const url = picked.thumbnailUrl ?? picked.url ?? ''
    addReferences({ images: { [id]: { id, url, width: width ?? 0, height: height ?? 0 } } })
    onChange(id)
  }
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      <div className={styles.picture} data-invalid={error ? '' : undefined}>
        {url ? <img src={url} alt={t('authoring.thumbnail_chosen')} /> : <span>{t('authoring.thumbnail_hint')}</span>}
      </div>
      <div className={styles.acts}>
        <Button size="s" icon={<ImageIcon className="icon-s" />} onClick={choose}>
          {t(value === null ? 'authoring.choose_picture' : 'authoring.change_picture')}
        </Button>
        {value !== null && (
          <Button size="s" theme="quiet" onClick={() => onChange(null)}>
            {t('authoring.remove')}
          </Button>
        )}
      </div>
      {needed && (
        <Notice tone="warn">
          {t('authoring.check_picture_small', { count: 1, size: pixels(image), needed: pixels(needed) })}
        </Notice>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** A video of the library, by its title. */
export function VideoField({ label, labelHidden, value, onChange, error }: MediaFieldProps) {
  const t = useMessages()
  const { references, addReferences } = useEditorTools()
  const video = value === null ? undefined : references.videos[value]
  const choose = async () => {
    const picked = await pickMedia('video')
    if (!picked?.videoId) return
    const found = { id: picked.videoId, title: picked.name, posterUrl: picked.thumbnailUrl }
    addReferences({ videos: { [found.id]: found } })
    onChange(found.id)
  }
  return (
    <fieldset className={classNames(styles.group, labelHidden && styles.bare)}>
      <legend>{label}</legend>
      {value !== null && (
        <p className={styles.video}>
          <SquarePlayIcon />
          {video?.title ?? value}
        </p>
      )}
      <div className={styles.acts}>
        <Button size="s" icon={<SquarePlayIcon className="icon-s" />} onClick={choose}>
          {t(value === null ? 'authoring.choose_video' : 'authoring.change_video')}
        </Button>
        {value !== null && (
          <Button size="s" theme="quiet" onClick={() => onChange(null)}>
            {t('authoring.remove')}
          </Button>
        )}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
