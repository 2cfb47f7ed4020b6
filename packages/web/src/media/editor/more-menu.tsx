import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import {
  CopyIcon,
  FileCodeIcon,
  HighlighterIcon,
  KeyboardIcon,
  MinusIcon,
  QuoteIcon,
  SigmaIcon,
  StrikethroughIcon,
  SubscriptIcon,
  SuperscriptIcon,
  WindowIcon,
} from '#ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import type { PopoverTrigger } from '#ui/popover.tsx'
import type { Ask } from './commands.ts'
import { shownKeys } from './slash-menu.tsx'

type MoreMenuProps = {
  editor: Editor
  compact: boolean
  ask: (what: Ask) => void
  copyMarkdown: () => void
  children: (trigger: PopoverTrigger) => ReactNode
}

/** What is needed less often. */
export function MoreMenu({ editor, compact, ask, copyMarkdown, children }: MoreMenuProps) {
  const t = useMessages()
  const toggle = (mark: string) => () => editor.chain().focus().toggleMark(mark).run()
  return (
    <Menu label={t('editor.more')} trigger={children}>
      <MenuItem icon={<StrikethroughIcon />} end={shownKeys('Mod+Shift+S')} onSelect={toggle('strike')}>
        {t('editor.strike')}
      </MenuItem>
      <MenuItem icon={<HighlighterIcon />} end={shownKeys('Mod+Shift+H')} onSelect={toggle('highlight')}>
        {t('editor.highlight')}
      </MenuItem>
      <MenuItem icon={<SubscriptIcon />} end={shownKeys('Mod+,')} onSelect={toggle('subscript')}>
        {t('editor.subscript')}
      </MenuItem>
      <MenuItem icon={<SuperscriptIcon />} end={shownKeys('Mod+.')} onSelect={toggle('superscript')}>
        {t('editor.superscript')}
      </MenuItem>
      <MenuItem icon={<KeyboardIcon />} onSelect={toggle('kbd')}>
        {t('editor.kbd')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<SigmaIcon />} onSelect={() => ask('formula')}>
        {t('editor.formula')}
      </MenuItem>
      {!compact && (
        <>
          <MenuItem
            icon={<QuoteIcon />}
            end={shownKeys('Mod+Shift+B')}
            onSelect={() => editor.chain().focus().toggleWrap('blockquote').run()}
          >
            {t('editor.quote')}
          </MenuItem>
          <MenuItem icon={<WindowIcon />} onSelect={() => ask('embed')}>
            {t('editor.embed')}
          </MenuItem>
          <MenuItem
            icon={<MinusIcon />}
            onSelect={() => editor.chain().focus().insertContent({ type: 'horizontalRule' }).run()}
          >
            {t('editor.rule')}
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={<FileCodeIcon />} onSelect={() => ask('markdown')}>
        {t('editor.insert_markdown')}
      </MenuItem>
      <MenuItem icon={<CopyIcon />} onSelect={copyMarkdown}>
        {t('editor.copy_markdown')}
      </MenuItem>
    </Menu>
  )
}
