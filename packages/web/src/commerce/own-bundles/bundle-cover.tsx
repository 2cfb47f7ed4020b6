import { useId } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { pickMedia } from '#media/index.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { ImageIcon } from '#ui/icons.tsx'
import styles from './own-bundles.module.css'
import type { BundleEditing } from './use-bundle-editor.ts'

/** The picture of a bundle, chosen from the library; without one it shows that of its first item. */
export function BundleCover({ editing: { draft, change, errorOf } }: { editing: BundleEditing }) {
  const t = useMessages()
  const id = useId()
  const { cover, items } = draft
  const error = errorOf('coverImageId')
  const shown = cover?.url ?? items[0]?.thumbnailUrl
  const choose = async () => {
    const picked = await pickMedia('image')
    if (picked?.imageId) change({ cover: { imageId: picked.imageId, url: picked.thumbnailUrl ?? picked.url ?? '' } })
  }
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t('commerce.own_bundles.cover')}</legend>
      <div className={styles.cover} data-invalid={error ? '' : undefined}>
        {shown ? (
          <img src={shown} alt={t('authoring.thumbnail_chosen')} />
        ) : (
          <span>{t('authoring.thumbnail_hint')}</span>
        )}
      </div>
      <div className="row">
        <Button size="s" icon={<ImageIcon className="icon-s" />} onClick={choose}>
          {t(cover ? 'authoring.change_picture' : 'authoring.choose_picture')}
        </Button>
        {cover && (
          <Button size="s" theme="quiet" onClick={() => change({ cover: null })}>
            {t('authoring.remove')}
          </Button>
        )}
      </div>
      {!cover && <p className="small muted">{t('commerce.own_bundles.cover_help')}</p>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
