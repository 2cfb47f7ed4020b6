import type { Speaker } from '@lantern/contract/community/discussion.ts'
import { messagePictureBytes } from '@lantern/contract/community/discussion-rules.ts'
import { endingsOf } from '@lantern/contract/media/upload-rules.ts'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { UploadFailure, uploadPicture } from '#media/index.ts'
import { IconButton } from '#ui/button.tsx'
import { AtSignIcon, BoldIcon, CodeBlockIcon, CodeIcon, ImageIcon, LinkIcon, ListIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import styles from './composer-tools.module.css'

interface ComposerToolsProps {
  area: RefObject<HTMLTextAreaElement | null>
  /** The field is not there: what was begun goes on, nothing is put into it by hand. */
  hidden: boolean
  people: readonly Speaker[]
  mayShowPictures: boolean
  onText: (text: string) => void
  /** Changes the text when the field is not there, as in a preview. */
  onLater: (change: (before: string) => string) => void
  onProblem: (problem: string | undefined) => void
}

interface Mark {
  label: MessageKey
  icon: ReactNode
  before: string
  after: string
}

const marks: readonly Mark[] = [
  { label: 'community.bold', icon: <BoldIcon />, before: '**', after: '**' },
  { label: 'community.code', icon: <CodeIcon />, before: '`', after: '`' },
  { label: 'community.code_block', icon: <CodeBlockIcon />, before: '\n```\n', after: '\n```\n' },
  { label: 'community.link', icon: <LinkIcon />, before: '[', after: '](https://)' },
  { label: 'community.list', icon: <ListIcon />, before: '\n- ', after: '' },
]

/** Puts marks of Markdown around what is chosen in the field, and pictures where the cursor is. */
export function ComposerTools(props: ComposerToolsProps) {
  const { area, hidden, people, mayShowPictures, onText, onLater, onProblem } = props
  const t = useMessages()
  function insert(before: string, after: string) {
    const { current: field } = area
    if (!field) return onLater((text) => `${text}${before}${after}`)
    const { selectionStart: start, selectionEnd: end, value } = field
    const chosen = value.slice(start, end)
    const lead = start === 0 ? before.trimStart() : before
    field.focus()
    field.setRangeText(`${lead}${chosen}${after}`, start, end, 'end')
    if (chosen === '') field.setSelectionRange(start + lead.length, start + lead.length)
    onText(field.value)
  }
  const place = useRef<HTMLDivElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const { isBusy, add } = usePictures({ place, mayShowPictures, onProblem, onMarkdown: (text) => insert(text, '') })
  return (
    <div ref={place} className={styles.tools} hidden={hidden} role="toolbar" aria-label={t('community.format')}>
      {marks.map(({ label, icon, before, after }) => (
        <IconButton key={label} theme="bare" label={t(label)} icon={icon} onClick={() => insert(before, after)} />
      ))}
      {mayShowPictures && (
        <>
          <IconButton
            theme="bare"
            label={t('community.picture')}
            icon={<ImageIcon />}
            busy={isBusy}
            onClick={() => file.current?.click()}
          />
          <input
            ref={file}
            type="file"
            hidden
            multiple
            accept={endingsOf('image')
              ?.map((ending) => `.${ending}`)
              .join()}
            aria-label={t('community.picture')}
            onChange={({ currentTarget }) => {
              const chosen = [...(currentTarget.files ?? [])]
              // the same file can be chosen again
              currentTarget.value = ''
              void add(chosen)
            }}
          />
        </>
      )}
      {people.length > 0 && (
        <Menu
          label={t('community.mention')}
          trigger={(trigger) => (
            <IconButton {...trigger} theme="bare" label={t('community.mention')} icon={<AtSignIcon />} />
          )}
        >
          {people.slice(0, 12).map(({ id, fullName }) => (
            <MenuItem key={id} onSelect={() => insert(`@${fullName} `, '')}>
              {fullName}
            </MenuItem>
          ))}
        </Menu>
      )}
      <span className="sr" role="status">
        {isBusy && t('community.picture_sending')}
      </span>
    </div>
  )
}

interface PicturesProps {
  /** Inside the form: what is pasted or dropped into it is a picture of the message. */
  place: RefObject<HTMLElement | null>
  mayShowPictures: boolean
  onProblem: (problem: string | undefined) => void
  onMarkdown: (text: string) => void
}

/** Uploads the pictures of a message, one after the other, and answers with their Markdown as they come. */
function usePictures({ place, mayShowPictures, onProblem, onMarkdown }: PicturesProps) {
  const t = useMessages()
  const format = useFormat()
  const [sending, setSending] = useState(0)

  async function add(files: readonly File[]) {
    if (files.length === 0) return
    if (!mayShowPictures) return onProblem(t('community.new_pictures'))
    onProblem(undefined)
    setSending((before) => before + files.length)
    for (const file of files) {
      try {
        if (file.size > messagePictureBytes) {
          const most = format.fileSize(messagePictureBytes)
          onProblem(t('community.picture_too_large', { name: file.name, most }))
        } else {
          const { url } = await uploadPicture(file)
          onMarkdown(`\n\n![${altOf(file.name) || t('community.picture')}](${url})\n`)
        }
      } catch (error) {
        onProblem(t(error instanceof UploadFailure ? error.wording : 'media.upload_failed'))
      }
      setSending((before) => before - 1)
    }
  }

  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (pictures.length === 0) return
    event.preventDefault()
    void add(pictures)
  })
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData)
    const onDrop = (event: DragEvent) => take(event, event.dataTransfer)
    // else the browser opens the file in the place of the page
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    form.addEventListener('paste', onPaste)
    form.addEventListener('dragover', onDragOver)
    form.addEventListener('drop', onDrop)
    return () => {
      form.removeEventListener('paste', onPaste)
      form.removeEventListener('dragover', onDragOver)
      form.removeEventListener('drop', onDrop)
    }
  }, [place])
  return { isBusy: sending > 0, add }
}

/** What its name says of a picture; nothing for what the clipboard calls every picture. */
function altOf(name: string): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .replace(/[[\]\\`*_<>]/g, ' ')
    .trim()
  return words === 'image' ? '' : words.slice(0, 60)
}
