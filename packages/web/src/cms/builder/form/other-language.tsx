import { sameContent } from '@lantern/contract/same-content.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { readableValue } from './field-words.ts'
import styles from './form.module.css'
import { recordOf, useForm, wordsOf } from './form-context.ts'

/** What stands in this field in the other language, to read from and to take over. */
export function OtherLanguage({
  path,
  value,
  onTake,
}: {
  path: string
  value: unknown
  onTake: (value: unknown) => void
}) {
  const t = useMessages()
  const { other } = useForm()
  if (!other) return null
  const theirs = other.valueAt(path)
  const image = wordsOf(recordOf(theirs).value)
  const words = image || readableValue(theirs, t)
  if (words === '') return null
  return (
    <div className={styles.other}>
      <p className={styles.otherName}>{other.name}</p>
      <p className={styles.otherWords} lang={other.language}>
        {words}
      </p>
      {!sameContent(theirs, value) && (
        <Button size="s" theme="quiet" onClick={() => onTake(structuredClone(theirs))}>
          {t('cms.builder_take_over')}
        </Button>
      )}
    </div>
  )
}
