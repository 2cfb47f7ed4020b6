import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'

type MarkdownDialogProps = {
  open: boolean
  onClose: () => void
  /** False when it could not be read. */
  insert: (text: string) => Promise<boolean>
}

/** Takes Markdown in as text of the lesson. */
export function MarkdownDialog({ open, onClose, insert }: MarkdownDialogProps) {
  const t = useMessages()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const submit = async () => {
    setBusy(true)
    setFault('')
    const done = await insert(text)
    setBusy(false)
    if (!done) return setFault(t('editor.markdown_failed'))
    setText('')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('editor.insert_markdown')}
      closeLabel={t('kit.close')}
      keepOnOutside
      locked={busy}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('editor.cancel')}
          </Button>
          <Button theme="primary" busy={busy} aria-disabled={text.trim() === '' || undefined} onClick={submit}>
            {t('editor.insert')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('editor.markdown_text')}
        help={t('editor.markdown_help')}
        error={fault}
        rows={12}
        value={text}
        readOnly={busy}
        spellCheck={false}
        data-autofocus=""
        onValue={setText}
      />
    </Dialog>
  )
}
