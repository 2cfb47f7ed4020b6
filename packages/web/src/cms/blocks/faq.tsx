import { questionAnchors } from '@lantern/contract/cms/anchors.ts'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import { ChevronDownIcon, LinkIcon } from '#ui/icons.tsx'
import { PlainLink } from '#ui/link.tsx'
import { toast } from '#ui/toast.ts'
import { RichHtml } from '../description.tsx'
import { keyed } from '../keyed.ts'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import styles from './faq.module.css'

/**
 * Questions that open to their answers. Folded questions stand in boxes; with a number, a dot or nothing in front they are
 * a list to be read, open from the start. Links reach each of them.
 */
export function FaqBlock({ block: { id, fields } }: BlockProps<'faq'>) {
  const level = useHeadingLevel(id)
  const list = useOpenAsked<HTMLUListElement & HTMLOListElement>()
  const { style, items } = fields
  const questions = items.filter(({ title }) => title.trim() !== '')
  if (questions.length === 0) return null
  const Title = `h${level}` as const
  const isFolded = style === 'collapse'
  const List = style === 'decimal' ? 'ol' : 'ul'
  const anchors = questionAnchors(questions)
  return (
    <List ref={list} className={classNames(styles.list, styles[style])}>
      {keyed(questions).map(({ key, entry: { title, text } }, at) => (
        <li key={key} className={styles.item}>
          {/* the browser has opened the one that the address asks for */}
          <details open={!isFolded} suppressHydrationWarning>
            <summary className={styles.question}>
              <Title className={styles.title}>{title}</Title>
              <ChevronDownIcon className="icon-s" />
            </summary>
            {/* inside of what is folded, so that a browser opens it by itself */}
            <div id={anchors[at]} className={styles.answer}>
              <RichHtml html={text} />
              <LinkToQuestion anchor={anchors[at] ?? ''} title={title} />
            </div>
          </details>
        </li>
      ))}
    </List>
  )
}

/** A link to where it stands; pressed, it is copied too. */
function LinkToQuestion({ anchor, title }: { anchor: string; title: string }) {
  const t = useMessages()
  const copy = async ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    try {
      await navigator.clipboard.writeText(currentTarget.href)
      toast({ tone: 'good', text: t('catalog.link_copied') })
    } catch {
      toast({ tone: 'bad', text: t('catalog.link_not_copied') })
    }
  }
  return (
    <p className={styles.link}>
      <PlainLink
        to={`#${encodeURIComponent(anchor)}`}
        aria-label={`${t('cms.faq_link')}${t('cms.view_more_of', { name: title })}`}
        onClick={copy}
      >
        <LinkIcon className="icon-s" />
        {t('cms.faq_link')}
      </PlainLink>
    </p>
  )
}

/** Where the script shows the page and not the browser, it opens the question that the address asks for. */
function useOpenAsked<List extends HTMLElement>() {
  const ref = useRef<List>(null)
  const { hash } = useLocation()
  useLayoutEffect(() => {
    if (hash === '') return
    const answer = document.getElementById(decoded(hash.slice(1)))
    const question = answer?.closest('details')
    if (!answer || !question || question.open || !ref.current?.contains(question)) return
    question.open = true
    answer.scrollIntoView()
  }, [hash])
  return ref
}

/** Addresses are written by anybody. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
