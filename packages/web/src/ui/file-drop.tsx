import { type DragEvent, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './file-drop.module.css'
import { UploadIcon } from './icons.tsx'

interface FileDropProps {
  label: string
  help: string
  accept: string
  busy: boolean
  onFile: (file: File) => void
}

/** A field for one file that can also be dropped on it. */
export function FileDrop({ label, help, accept, busy, onFile }: FileDropProps) {
  const [over, setOver] = useState(false)
  const helpId = useId()
  const drag = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file && !busy) onFile(file)
    },
  }
  return (
    <label className={classNames(styles.drop, over && styles.over)} aria-busy={busy || undefined} {...drag}>
      <UploadIcon className={styles.sign} />
      <span className={styles.label}>{label}</span>
      <span id={helpId} className="muted small">
        {help}
      </span>
      <input
        type="file"
        className={styles.input}
        accept={accept}
        disabled={busy}
        aria-label={label}
        aria-describedby={helpId}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (!file) return
          // the same file can be chosen again after it was mended
          currentTarget.value = ''
          onFile(file)
        }}
      />
    </label>
  )
}
