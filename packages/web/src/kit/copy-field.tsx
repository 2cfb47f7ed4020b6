import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { CopyIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { useMessages } from './messages.tsx'

/** A text that is entered somewhere else, with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const t = useMessages()
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toast({ tone: 'good', text: t('kit.copied', { label }) })
    } catch {
      // chosen as a whole, so that it can be copied by hand
      field.current?.focus()
    }
  }
  return (
    <TextField
      ref={field}
      label={label}
      readOnly
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      after={
        <Button
          size="s"
          theme="quiet"
          icon={<CopyIcon className="icon-s" />}
          aria-label={t('kit.copy_of', { label })}
          onClick={() => void copy()}
        >
          {t('kit.copy')}
        </Button>
      }
    />
  )
}
