import type { TutorialDetails } from '@lantern/contract/authoring/forms.ts'
import { useRef } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { pickMedia } from '#media/index.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { PlusIcon, XIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TagsField } from '../fields/tags-field.tsx'
import styles from './tutorial.module.css'

type Asset = NonNullable<TutorialDetails['asset']>

const nothing: Asset = { packageIds: [], uploads: [] }

type AssetSectionProps = { asset: Asset | null; onChange: (asset: Asset | null) => void }

/** What learners download to work along: packages of the store and builds for an engine version. */
export function AssetSection(props: AssetSectionProps) {
  const { asset, onChange } = props
  const t = useMessages()
  const { packageIds, uploads } = asset ?? nothing
  // the form may change while the author looks for a file or uploads one
  const latest = useRef(props)
  latest.current = props
  const change = (next: Asset) => onChange(next.packageIds.length + next.uploads.length === 0 ? null : next)
  const addUpload = async () => {
    const picked = await pickMedia('asset')
    if (!picked) return
    const now = latest.current
    const upload = { attachmentId: picked.id, name: picked.name, downloadVersion: '' }
    now.onChange({ ...nothing, ...now.asset, uploads: [...(now.asset?.uploads ?? []), upload] })
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t('authoring.field_asset')}</legend>
      <TagsField
        kind="package"
        label={t('authoring.asset_packages')}
        value={packageIds}
        onChange={(ids) => change({ packageIds: ids, uploads })}
      />
      {uploads.length > 0 && (
        <ul className={styles.rows}>
          {uploads.map((upload, index) => (
            <li key={upload.attachmentId} className={styles.upload}>
              <span>{upload.name}</span>
              <TextField
                label={t('authoring.field_downloadVersion')}
                maxLength={40}
                value={upload.downloadVersion}
                onChange={({ currentTarget }) =>
                  change({
                    packageIds,
                    uploads: uploads.with(index, { ...upload, downloadVersion: currentTarget.value.trim() }),
                  })
                }
              />
              <IconButton
                theme="bare"
                label={t('authoring.remove_of', { name: upload.name })}
                icon={<XIcon className="icon-s" />}
                onClick={() => change({ packageIds, uploads: uploads.filter((_, at) => at !== index) })}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button size="s" icon={<PlusIcon className="icon-s" />} onClick={addUpload}>
          {t('authoring.add_upload')}
        </Button>
      </div>
    </fieldset>
  )
}
