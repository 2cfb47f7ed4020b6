import { isLink } from '@lantern/contract/media/rich-schema.ts'
import type { Editor } from '@tiptap/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { inputMethodKey } from '#ui/input-method.ts'
import { TextField } from '#ui/text-field.tsx'
import { insertEmbed } from './commands.ts'
import { drawnFormula } from './draw-formula.ts'
import styles from './editor.module.css'
import { completeAddress, currentLink, removeLink, setLink } from './links.ts'

type AskProps = { editor: Editor; onClose: () => void }

/** The address of a link: set, changed, opened, taken away. */
export function LinkPopover({ editor, onClose }: AskProps) {
  const t = useMessages()
  const before = currentLink(editor)
  const [href, setHref] = useState(before ?? '')
  const [fault, setFault] = useState('')
  const submit = () => {
    const address = completeAddress(href)
    if (!isLink(address)) return setFault(t('editor.link_fault'))
    if (address === '') removeLink(editor)
    else setLink(editor, address)
    onClose()
  }
  return (
    <Floating editor={editor} label={t('editor.link')} onClose={onClose} onSubmit={submit}>
      <TextField
        label={t('editor.link_address')}
        value={href}
        error={fault}
        autoComplete="off"
        inputMode="url"
        data-autofocus=""
        placeholder="https://"
        onChange={(event) => {
          setHref(event.target.value)
          setFault('')
        }}
      />
      <div className={styles.askActs}>
        <Button type="submit" theme="primary" size="s">
          {t(before === null ? 'editor.link_set' : 'editor.link_change')}
        </Button>
        {before !== null && (
          <Button
            size="s"
            onClick={() => {
              removeLink(editor)
              onClose()
            }}
          >
            {t('editor.link_remove')}
          </Button>
        )}
        {before && (
          <a className={styles.askLink} href={before} target="_blank" rel="noopener noreferrer">
            {t('editor.link_open')}
          </a>
        )}
      </div>
    </Floating>
  )
}

/** The address of a video or an example elsewhere. */
export function EmbedPopover({ editor, onClose }: AskProps) {
  const t = useMessages()
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState('')
  const submit = () => {
    if (insertEmbed(editor, address)) onClose()
    else setFault(t('editor.embed_refused'))
  }
  return (
    <Floating editor={editor} label={t('editor.embed')} onClose={onClose} onSubmit={submit}>
      <TextField
        label={t('editor.embed_address')}
        help={t('editor.embed_sites')}
        value={address}
        error={fault}
        autoComplete="off"
        inputMode="url"
        data-autofocus=""
        onChange={(event) => {
          setAddress(event.target.value)
          setFault('')
        }}
      />
      <div className={styles.askActs}>
        <Button type="submit" theme="primary" size="s">
          {t('editor.insert')}
        </Button>
      </div>
    </Floating>
  )
}

export function FormulaPopover({ editor, onClose }: AskProps) {
  const t = useMessages()
  const [latex, setLatex] = useState('')
  const [ownLine, setOwnLine] = useState(false)
  const id = useId()
  const submit = () => {
    const type = ownLine ? 'mathBlock' : 'math'
    const chain = editor.chain().focus()
    if (latex.trim() !== '') chain.insertContent({ type, attrs: { latex: latex.trim() } })
    chain.run()
    onClose()
  }
  return (
    <Floating editor={editor} label={t('editor.formula')} onClose={onClose} onSubmit={submit}>
      <TextField
        label={t('editor.latex')}
        value={latex}
        autoComplete="off"
        spellCheck={false}
        data-autofocus=""
        placeholder="\frac{a}{b}"
        onChange={(event) => setLatex(event.target.value)}
      />
      <FormulaPreview latex={latex} ownLine={ownLine} />
      <div className={styles.askActs}>
        <Button type="submit" theme="primary" size="s">
          {t('editor.insert')}
        </Button>
        <span className={styles.askChoice}>
          <input id={id} type="checkbox" checked={ownLine} onChange={(event) => setOwnLine(event.target.checked)} />
          <label htmlFor={id}>{t('editor.formula_own_line')}</label>
        </span>
      </div>
    </Floating>
  )
}

/** What has been written so far; while it cannot be set, the last that could. */
function FormulaPreview({ latex, ownLine }: { latex: string; ownLine: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let dropped = false
    const written = latex.trim()
    if (written === '') return box.current?.replaceChildren()
    void drawnFormula(written, ownLine).then((drawn) => {
      if (drawn && !dropped) box.current?.replaceChildren(drawn)
    })
    return () => {
      dropped = true
    }
  }, [latex, ownLine])
  return <div ref={box} className={styles.askPreview} />
}

type FloatingProps = AskProps & { label: string; onSubmit: () => void; children: ReactNode }

/** A small form beside the selection. Escape, a press elsewhere and a focus that goes on close it. */
function Floating({ editor, label, onClose, onSubmit, children }: FloatingProps) {
  const ref = useRef<HTMLFormElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const form = ref.current
    if (!form) return
    form.showPopover()
    const place = () => {
      const at = editor.view.coordsAtPos(editor.state.selection.from)
      const { width, height } = form.getBoundingClientRect()
      const below = at.bottom + 8
      form.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`
      form.style.top = `${below + height <= innerHeight - 8 ? below : Math.max(8, at.top - 8 - height)}px`
    }
    place()
    // it grows under the hand, as with the formula that is drawn while it is written
    const growth = new ResizeObserver(place)
    growth.observe(form)
    form.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const onPress = (event: PointerEvent) => {
      if (!form.contains(event.target as globalThis.Node)) close.current()
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !form.contains(relatedTarget as globalThis.Node)) close.current()
    }
    document.addEventListener('pointerdown', onPress)
    form.addEventListener('focusout', onFocusOut)
    return () => {
      growth.disconnect()
      document.removeEventListener('pointerdown', onPress)
      form.removeEventListener('focusout', onFocusOut)
    }
  }, [editor])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.keyCode === inputMethodKey) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
    editor.commands.focus()
  }
  return (
    <form
      ref={ref}
      popover="manual"
      className={styles.ask}
      aria-label={label}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      {children}
    </form>
  )
}
