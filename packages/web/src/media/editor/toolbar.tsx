import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import {
  BoldIcon,
  CalloutIcon,
  CodeBlockIcon,
  CodeIcon,
  EllipsisIcon,
  HeadingIcon,
  ImageIcon,
  ItalicIcon,
  LinkIcon,
  ListIcon,
  ListOrderedIcon,
  RedoIcon,
  SquarePlayIcon,
  TableIcon,
  UndoIcon,
} from '#ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import type { PopoverTrigger } from '#ui/popover.tsx'
import { toneIcon } from './command-icon.tsx'
import { type Ask, setCallout } from './commands.ts'
import styles from './editor.module.css'
import { MoreMenu } from './more-menu.tsx'
import { shownKeys } from './slash-menu.tsx'
import { insertTable } from './table-nodes.ts'
import { offeredTones, toneKeys } from './words.ts'

type ToolbarProps = {
  editor: Editor
  compact: boolean
  withMedia: boolean
  ask: (what: Ask) => void
  copyMarkdown: () => void
}

/** The tools above the text: one stop for Tab, arrow keys walk along. */
export function Toolbar({ editor, compact, withMedia, ask, copyMarkdown }: ToolbarProps) {
  const t = useMessages()
  const is = useEditorState({ editor, selector: ({ editor: now }) => activeTools(now) })
  const chain = () => editor.chain().focus()
  return (
    <Roving label={t('editor.tools')}>
      <Tool
        label="editor.bold"
        keys="Mod+B"
        pressed={is.bold}
        icon={<BoldIcon />}
        run={() => chain().toggleMark('bold').run()}
      />
      <Tool
        label="editor.italic"
        keys="Mod+I"
        pressed={is.italic}
        icon={<ItalicIcon />}
        run={() => chain().toggleMark('italic').run()}
      />
      <Tool
        label="editor.inline_code"
        keys="Mod+E"
        pressed={is.code}
        icon={<CodeIcon />}
        run={() => chain().toggleMark('code').run()}
      />
      <Tool label="editor.link" keys="Mod+K" pressed={is.link} icon={<LinkIcon />} run={() => ask('link')} />
      <Divider />
      {!compact && <HeadingMenu editor={editor} level={is.level} />}
      <Tool
        label="editor.bullet_list"
        keys="Mod+Shift+8"
        pressed={is.bulletList}
        icon={<ListIcon />}
        run={() => chain().toggleList('bulletList', 'listItem').run()}
      />
      <Tool
        label="editor.ordered_list"
        keys="Mod+Shift+7"
        pressed={is.orderedList}
        icon={<ListOrderedIcon />}
        run={() => chain().toggleList('orderedList', 'listItem').run()}
      />
      <Divider />
      {withMedia && <Tool label="editor.image" icon={<ImageIcon />} run={() => ask('image')} />}
      {withMedia && !compact && <Tool label="editor.video" icon={<SquarePlayIcon />} run={() => ask('video')} />}
      <Tool
        label="editor.code_block"
        keys="Mod+Alt+C"
        pressed={is.codeBlock}
        icon={<CodeBlockIcon />}
        run={() => chain().toggleNode('codeBlock', 'paragraph').run()}
      />
      {!compact && (
        <Tool label="editor.table" pressed={is.table} icon={<TableIcon />} run={() => insertTable(editor, 3, 3)} />
      )}
      {!compact && <CalloutMenu editor={editor} tone={is.tone} />}
      <Divider />
      <Tool
        label="editor.undo"
        keys="Mod+Z"
        disabled={!is.canUndo}
        icon={<UndoIcon />}
        run={() => editor.commands.undo()}
      />
      <Tool
        label="editor.redo"
        keys="Mod+Shift+Z"
        disabled={!is.canRedo}
        icon={<RedoIcon />}
        run={() => editor.commands.redo()}
      />
      <MoreMenu editor={editor} compact={compact} ask={ask} copyMarkdown={copyMarkdown}>
        {(trigger) => <MenuTool trigger={trigger} label={t('editor.more')} icon={<EllipsisIcon />} />}
      </MoreMenu>
    </Roving>
  )
}

function activeTools(editor: Editor) {
  const mark = (name: string) => editor.isActive(name)
  return {
    bold: mark('bold'),
    italic: mark('italic'),
    code: mark('code'),
    link: mark('link'),
    bulletList: mark('bulletList'),
    orderedList: mark('orderedList'),
    codeBlock: mark('codeBlock'),
    table: mark('table'),
    level: mark('heading') ? Number(editor.getAttributes('heading').level) : null,
    tone: mark('callout') ? String(editor.getAttributes('callout').tone) : null,
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}

function HeadingMenu({ editor, level }: { editor: Editor; level: number | null }) {
  const t = useMessages()
  const set = (next: number) => editor.chain().focus().toggleNode('heading', 'paragraph', { level: next }).run()
  const levels: [number, MessageKey][] = [
    [2, 'editor.heading_2'],
    [3, 'editor.heading_3'],
    [4, 'editor.heading_4'],
  ]
  return (
    <Menu
      label={t('editor.heading')}
      side="bottom-start"
      trigger={(trigger) => (
        <MenuTool trigger={trigger} label={t('editor.heading')} icon={<HeadingIcon />} pressed={level !== null} />
      )}
    >
      <MenuItem checked={level === null} onSelect={() => editor.chain().focus().clearNodes().run()}>
        {t('editor.paragraph')}
      </MenuItem>
      {levels.map(([own, label]) => (
        <MenuItem
          key={own}
          checked={level === own}
          end={shownKeys(`Mod+Alt+${own}`)}
          onSelect={() => level !== own && set(own)}
        >
          {t(label)}
        </MenuItem>
      ))}
    </Menu>
  )
}

function CalloutMenu({ editor, tone }: { editor: Editor; tone: string | null }) {
  const t = useMessages()
  return (
    <Menu
      label={t('editor.callout')}
      side="bottom-start"
      trigger={(trigger) => (
        <MenuTool trigger={trigger} label={t('editor.callout')} icon={<CalloutIcon />} pressed={tone !== null} />
      )}
    >
      {offeredTones.map((own) => (
        <MenuItem key={own} icon={toneIcon(own)} checked={tone === own} onSelect={() => setCallout(editor, own)}>
          {t(toneKeys[own])}
        </MenuItem>
      ))}
      {tone !== null && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => editor.chain().focus().lift('callout').run()}>
            {t('editor.callout_remove')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

type ToolProps = {
  label: MessageKey
  icon: ReactNode
  run: () => void
  keys?: string
  /** For what is on or off where the cursor is. */
  pressed?: boolean
  disabled?: boolean
}

function Tool({ label, icon, run, keys, pressed, disabled }: ToolProps) {
  const t = useMessages()
  const shown = keys ? t('editor.tool_with_keys', { name: t(label), keys: shownKeys(keys) }) : t(label)
  return (
    <button
      type="button"
      className={styles.tool}
      data-tool=""
      tabIndex={-1}
      aria-label={t(label)}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      aria-keyshortcuts={keys?.replace('Mod', 'Control')}
      title={shown}
      // the text keeps its selection
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !disabled && run()}
    >
      {icon}
    </button>
  )
}

type MenuToolProps = { trigger: PopoverTrigger; label: string; icon: ReactNode; pressed?: boolean }

function MenuTool({ trigger, label, icon, pressed }: MenuToolProps) {
  return (
    <button
      type="button"
      {...trigger}
      className={classNames(styles.tool, pressed && styles.on)}
      data-tool=""
      tabIndex={-1}
      aria-label={label}
      title={label}
      onMouseDown={(event) => event.preventDefault()}
    >
      {icon}
    </button>
  )
}

function Divider() {
  return <span className={styles.divider} aria-hidden="true" />
}

/** A toolbar whose buttons are one stop of the Tab key. */
function Roving({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const tools = () => [...(ref.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])]
  const makeCurrent = (current: HTMLElement | undefined) => {
    for (const tool of tools()) tool.tabIndex = tool === current ? 0 : -1
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = tools()
    const at = all.indexOf(event.target as HTMLElement)
    if (at < 0) return
    const next =
      event.key === 'ArrowRight'
        ? (at + 1) % all.length
        : event.key === 'ArrowLeft'
          ? (at + all.length - 1) % all.length
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? all.length - 1
              : null
    if (next === null) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <div
      ref={(element) => {
        ref.current = element
        if (element && !element.querySelector('[data-tool][tabindex="0"]')) makeCurrent(tools()[0])
      }}
      className={styles.toolbar}
      role="toolbar"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={(event: FocusEvent<HTMLDivElement>) => {
        if ((event.target as HTMLElement).dataset.tool !== undefined) makeCurrent(event.target as HTMLElement)
      }}
    >
      {children}
    </div>
  )
}
