import type { NodeViewRenderer } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Translate } from '#kit/messages.tsx'
import styles from './content.module.css'

/** A block of code with its file name and a button that copies it; numbers of lines are drawn beside it. */
export function codeBlockView(t: Translate): NodeViewRenderer {
  return ({ node }) => {
    const dom = document.createElement('div')
    dom.className = `codeblock ${styles.code}`
    const bar = document.createElement('div')
    bar.className = 'codeblock-bar'
    bar.contentEditable = 'false'
    const name = document.createElement('span')
    name.className = 'code'
    const copy = document.createElement('button')
    copy.type = 'button'
    copy.className = styles.copy ?? ''
    copy.textContent = t('editor.copy')
    copy.tabIndex = -1
    bar.append(name, copy)
    const pre = document.createElement('pre')
    const numbers = document.createElement('span')
    numbers.className = styles.numbers ?? ''
    numbers.contentEditable = 'false'
    numbers.setAttribute('aria-hidden', 'true')
    const code = document.createElement('code')
    pre.append(numbers, code)
    dom.append(bar, pre)
    let now = node
    let lines = 0
    const draw = () => {
      name.textContent = String(now.attrs.fileName) || String(now.attrs.language) || t('editor.code')
      pre.style.background = marks(String(now.attrs.marked))
      const count = now.textContent.split('\n').length
      if (count === lines) return
      lines = count
      numbers.textContent = Array.from({ length: count }, (_, index) => index + 1).join('\n')
    }
    copy.addEventListener('click', () => {
      navigator.clipboard?.writeText(now.textContent).then(
        () => {
          copy.textContent = t('editor.copied')
        },
        () => undefined,
      )
    })
    draw()
    return {
      dom,
      contentDOM: code,
      update(next: Node) {
        if (next.type !== now.type) return false
        now = next
        draw()
        return true
      },
      ignoreMutation: (mutation) => !code.contains(mutation.target),
      stopEvent: (event) => event.target === copy,
    }
  }
}

const lineHeight = 'calc(var(--text-14) * 1.7)'

/** The lines that stand out, as bands behind the code: lines of code do not wrap. */
function marks(ranges: string): string {
  return [...ranges.matchAll(/(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?/g)]
    .slice(0, 50)
    .map(([, from = '', to = from]) => {
      const top = `calc(var(--gap-3) + ${lineHeight} * ${Number(from) - 1})`
      const height = `calc(${lineHeight} * ${Math.max(0, Number(to) - Number(from) + 1)})`
      return `linear-gradient(var(--code-mark), var(--code-mark)) 0 ${top} / 100% ${height} no-repeat`
    })
    .join(', ')
}
