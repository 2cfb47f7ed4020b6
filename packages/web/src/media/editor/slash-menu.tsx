import type { Editor } from '@tiptap/core'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { commandIcon } from './command-icon.tsx'
import { type Ask, type EditorCommand, matchingCommands } from './commands.ts'
import styles from './editor.module.css'
import { closeSlash, type SlashHandlers, type SlashState } from './slash-plugin.ts'

type SlashMenuProps = {
  editor: Editor
  /** The plugin's way to this menu. */
  handlers: { current: SlashHandlers }
  allowed: (command: EditorCommand) => boolean
  ask: (what: Ask) => void
}

/** The menu of what a slash can insert. The focus stays in the text; the chosen line is told to screen readers. */
export function SlashMenu({ editor, handlers, allowed, ask }: SlashMenuProps) {
  const t = useMessages()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [slash, setSlash] = useState<SlashState | null>(null)
  const [chosen, setChosen] = useState(0)
  const nameOf = (command: EditorCommand) =>
    command.tone ? t('editor.callout_of', { name: t(command.label) }) : t(command.label)
  const found = slash ? matchingCommands(slash.typed, nameOf, allowed) : []
  const current = Math.min(chosen, found.length - 1)
  const open = found.length > 0

  const run = (command: EditorCommand | undefined) => {
    if (!slash || !command) return
    editor.chain().focus().deleteRange({ from: slash.from, to: slash.to }).run()
    command.run(editor, ask)
  }
  useEffect(() => {
    handlers.current = {
      onChange(next) {
        setSlash((before) => {
          if (before?.typed !== next?.typed) setChosen(0)
          return next
        })
      },
      onKey(event) {
        if (!open || event.isComposing) return false
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          const step = event.key === 'ArrowDown' ? 1 : -1
          setChosen((current + step + found.length) % found.length)
        } else if (event.key === 'Enter' || event.key === 'Tab') run(found[current])
        else if (event.key === 'Escape') closeSlash(editor.view)
        else return false
        return true
      },
    }
  })

  useLayoutEffect(() => {
    const element = list.current
    if (!open || !slash || !element) return
    const text = editor.view.dom
    element.showPopover()
    place(element, editor.view.coordsAtPos(slash.from))
    text.setAttribute('aria-controls', id)
    text.setAttribute('aria-activedescendant', `${id}-${current}`)
    element.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [editor, id, open, slash, current])

  if (!open) return null
  return (
    <div ref={list} id={id} className={styles.slash} role="listbox" aria-label={t('editor.insert')} popover="manual">
      {found.map((command, index) => (
        <div
          key={command.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className={styles.slashItem}
          // the text keeps the focus
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setChosen(index)}
          onClick={() => run(command)}
          onKeyDown={(event) => event.key === 'Enter' && run(command)}
        >
          {commandIcon(command)}
          <span>{nameOf(command)}</span>
          {command.shortcut && <span className={styles.slashKeys}>{shownKeys(command.shortcut)}</span>}
        </div>
      ))}
    </div>
  )
}

export function shownKeys(shortcut: string): string {
  return shortcut.replace('Mod', isApple() ? '⌘' : 'Ctrl')
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

const gap = 8

function place(element: HTMLElement, at: { left: number; top: number; bottom: number }): void {
  const { width, height } = element.getBoundingClientRect()
  const below = at.bottom + gap
  const top = below + height <= innerHeight - gap ? below : Math.max(gap, at.top - gap - height)
  element.style.left = `${Math.max(gap, Math.min(at.left, innerWidth - width - gap))}px`
  element.style.top = `${top}px`
}
