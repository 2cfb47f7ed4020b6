import { useMessages } from '#kit/messages.tsx'
import { pickMedia } from '#media/index.ts'
import { Button } from '#ui/button.tsx'
import { SquarePlayIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './form.module.css'
import { recordOf, useForm, wordsOf } from './form-context.ts'

type FilmFieldProps = {
  label: string
  path: string
  value: unknown
  onChange: (value: unknown) => void
}

/** The film of a background: an address, kept where a picture would be. */
export function BackgroundFilmField({ label, path, value, onChange }: FilmFieldProps) {
  const { faultOf } = useForm()
  return (
    <TextField
      type="url"
      label={label}
      placeholder="https://"
      value={wordsOf(recordOf(value).value)}
      error={faultOf(path) ?? faultOf(`${path}.value`)}
      onChange={({ currentTarget }) => onChange({ value: currentTarget.value, alt: '', width: 0, height: 0 })}
    />
  )
}

export type SourceType = 'video' | 'youtube' | 'iframe'

/** Where a film or a page comes from: one's own library, or an address. */
export function SourceField({ label, path, value, onChange, type }: FilmFieldProps & { type: SourceType }) {
  const t = useMessages()
  const { faultOf } = useForm()
  const choose = async () => {
    const picked = await pickMedia('video')
    if (picked?.videoId) onChange(picked.videoId)
  }
  return (
    <div className={styles.group}>
      <TextField
        label={label}
        help={t(`cms.builder_source_${type}`)}
        value={wordsOf(value)}
        error={faultOf(path)}
        onChange={({ currentTarget }) =>
          onChange(type === 'youtube' ? youtubeId(currentTarget.value) : currentTarget.value)
        }
      />
      {type === 'video' && (
        <div className={styles.acts}>
          <Button size="s" icon={<SquarePlayIcon />} onClick={choose}>
            {t('authoring.choose_video')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The id of a YouTube film, also out of the address under which one watches it. */
function youtubeId(text: string): string {
  const [, id] =
    /(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/))([\w-]{11})/.exec(text) ?? []
  return id ?? text.trim()
}
