import { withGaps } from '@lantern/contract/quiz/kinds/gap-marks.ts'
import { pairsOf, withPair } from '@lantern/contract/quiz/kinds/pairs.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import type { AskedAnswerProps } from './asked-answer.tsx'
import styles from './question-panel.module.css'

/** The text with fields in it. They are part of its HTML, so that they stand where its author put them, in a table too. */
export function GapsText({ question: { id, body }, ask, language, given, onGive }: AskedAnswerProps) {
  const t = useMessages()
  const text = useRef<HTMLDivElement>(null)
  const field = (number: number) => {
    const gap = ask.gaps?.[number - 1]
    if (!gap) return '_____'
    const value = pairsOf(given).get(String(number)) ?? ''
    const common = `data-gap="${number}" name="given.${id}.${number}" aria-label="${escaped(t('quiz.gap_n', { n: number }))}"`
    if (gap.kind !== 'choice') {
      const mode = gap.kind === 'numeric' ? ' inputmode="decimal"' : ''
      return `<input type="text" ${common}${mode} value="${escaped(value)}" maxlength="500" autocomplete="off" autocapitalize="off" spellcheck="false">`
    }
    const options = ['', ...(gap.choices ?? [])].map(
      (choice) => `<option${choice === value ? ' selected' : ''}>${escaped(choice)}</option>`,
    )
    return `<select ${common}>${options.join('')}</select>`
  }
  // drawn once: what is typed is the browser's
  const [html] = useState(() => withGaps(body, field))

  useEffect(() => {
    // another device may have gone on
    const known = pairsOf(given)
    for (const control of text.current?.querySelectorAll<HTMLInputElement>('[data-gap]') ?? []) {
      const value = known.get(control.dataset.gap ?? '') ?? ''
      if (control !== document.activeElement && control.value !== value) control.value = value
    }
  }, [given])

  const take = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    const { gap } = target.dataset
    if (gap)
      onGive(id, withPair(given, gap, target.value.trim() === '' ? '' : target.value), target.tagName === 'INPUT')
  }
  return (
    <div ref={text} className={styles.text} lang={language} onInput={take} dangerouslySetInnerHTML={{ __html: html }} />
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
