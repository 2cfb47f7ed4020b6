import { Fragment, type ReactNode } from 'react'

/** A message in which `<b>…</b>` or `<k>…</k>` marks a part: the part is drawn, the wording stays in one piece. */
export function Marked({ text }: { text: string }): ReactNode {
  return text.split(/(<[bk]>.*?<\/[bk]>)/).map((part, index) => {
    const mark = /^<([bk])>(.*)<\/[bk]>$/.exec(part)
    // the parts of one message never change places
    const key = `${index}`
    if (!mark) return <Fragment key={key}>{part}</Fragment>
    return mark[1] === 'b' ? (
      <strong className="num" key={key}>
        {mark[2]}
      </strong>
    ) : (
      <kbd key={key}>{mark[2]}</kbd>
    )
  })
}
