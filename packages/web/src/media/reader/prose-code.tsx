import { type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMessages } from '#kit/messages.tsx'
import { CheckIcon, CopyIcon } from '#ui/icons.tsx'
import styles from './prose-code.module.css'

interface FoundCode {
  id: string
  holder: HTMLElement
  code: HTMLElement
}

/** Gives every block of code inside a button that copies it. For another text it needs another `key`. */
export function ProseCode({ within }: { within: RefObject<HTMLElement | null> }) {
  const [found, setFound] = useState<FoundCode[]>([])
  useEffect(() => {
    if (within.current) setFound(findCode(within.current))
  }, [within])
  return found.map(({ id, holder, code }) => createPortal(<CopyButton code={code} />, holder, id))
}

const shownMs = 2_000

function CopyButton({ code }: { code: HTMLElement }) {
  const t = useMessages()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    void navigator.clipboard.writeText(textOf(code)).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <button type="button" className={styles.copy} onClick={copy}>
      {copied ? <CheckIcon className="icon-s" /> : <CopyIcon className="icon-s" />}
      <span aria-live="polite">{t(copied ? 'editor.copied' : 'editor.copy')}</span>
    </button>
  )
}

/** Finding twice finds the same places. */
function findCode(root: HTMLElement): FoundCode[] {
  return [...root.querySelectorAll<HTMLElement>('.prose figure.codeblock')].flatMap((figure, at) => {
    const code = figure.querySelector<HTMLElement>('pre > code')
    return code ? [{ id: `code-${at}`, holder: holderIn(figure), code }] : []
  })
}

function holderIn(figure: HTMLElement): HTMLElement {
  const there = figure.querySelector<HTMLElement>(':scope > [data-copy]')
  if (there) return there
  const holder = document.createElement('span')
  holder.dataset.copy = ''
  figure.append(holder)
  return holder
}

/** The code as it was written: the numbers that explain it are not part of it. */
function textOf(code: HTMLElement): string {
  const copy = code.cloneNode(true) as HTMLElement
  for (const mark of copy.querySelectorAll('.code-mark')) mark.remove()
  return copy.textContent ?? ''
}
