import { Fragment } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { TextLink } from '#ui/link.tsx'

export interface Awaited {
  title: string
  language?: string
  /** Where one does it. */
  path?: string
  toPass?: boolean
}

const mark = '\u{E000}'

/** What has to be done before something opens, each with the way to it. */
export function WhyLocked({ waitsFor }: { waitsFor: readonly Awaited[] }) {
  const t = useMessages()
  const format = useFormat()
  // the sentence is put together by its language; what stands between two marks is the place of a title
  const sentence = t('catalog.why_locked', { titles: format.list(waitsFor.map((_, at) => `${mark}${at}${mark}`)) })
  return sentence.split(mark).map((part, at) => {
    const one = at % 2 === 1 ? waitsFor[Number(part)] : undefined
    if (!one) return part
    const title = <span lang={one.language}>{one.title}</span>
    return (
      <Fragment key={part}>
        {one.path ? <TextLink to={one.path}>{title}</TextLink> : title}
        {one.toPass && t('catalog.to_pass')}
      </Fragment>
    )
  })
}
