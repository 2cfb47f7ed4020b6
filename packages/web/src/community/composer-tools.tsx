import type { Speaker } from '@lantern/contract/community/discussion.ts'
import type { ReactNode, RefObject } from 'react'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { AtSignIcon, BoldIcon, CodeBlockIcon, CodeIcon, LinkIcon, ListIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import styles from './composer-tools.module.css'

interface ComposerToolsProps {
  area: RefObject<HTMLTextAreaElement | null>
  people: readonly Speaker[]
  onText: (text: string) => void
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

/** Puts marks of Markdown around what is chosen in the field. */
export function ComposerTools({ area, people, onText }: ComposerToolsProps) {
  const t = useMessages()
  function insert(before: string, after: string) {
    const { current: field } = area
    if (!field) return
    const { selectionStart: start, selectionEnd: end, value } = field
    const chosen = value.slice(start, end)
    const lead = start === 0 ? before.trimStart() : before
    field.focus()
    field.setRangeText(`${lead}${chosen}${after}`, start, end, 'end')
    if (chosen === '') field.setSelectionRange(start + lead.length, start + lead.length)
    onText(field.value)
  }
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('community.format')}>
      {marks.map(({ label, icon, before, after }) => (
        <IconButton key={label} theme="bare" label={t(label)} icon={icon} onClick={() => insert(before, after)} />
      ))}
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
    </div>
  )
}
