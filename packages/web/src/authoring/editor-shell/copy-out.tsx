import { saveTextFile } from '#kit/files.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useDraftState } from './editor-tools.tsx'
import { readableText } from './readable-text.ts'

/** For an author whose text can no longer be saved here: all of it, to paste or to keep as a file. */
export function CopyOut() {
  const t = useMessages()
  const { forms } = useDraftState()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(readableText(forms))
      toast({ tone: 'good', text: t('authoring.copied') })
    } catch {
      toast({ tone: 'bad', text: t('authoring.copy_failed') })
    }
  }
  const download = () => saveTextFile(`${forms.general.title.trim() || 'draft'}.json`, JSON.stringify(forms, null, 2))
  return (
    <>
      <Button size="s" theme="primary" onClick={copy}>
        {t('authoring.copy_text')}
      </Button>
      <Button size="s" onClick={download}>
        {t('authoring.download_draft')}
      </Button>
    </>
  )
}
