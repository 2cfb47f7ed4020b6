import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import type { Item } from '@lantern/contract/catalog/items.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { ClockIcon, LanguagesIcon, PresentationIcon } from '#ui/icons.tsx'
import { useItemWords } from './item-words.ts'

type Described = Pick<
  Item,
  'type' | 'skillLevel' | 'withManual' | 'manualDuration' | 'duration' | 'questionsCount' | 'withEducator' | 'language'
>

type SubtitleLineProps = {
  item: Described
  /** Names the language of the content, although it is that of the page. */
  withLanguage?: boolean
  /** What else is said in the line. */
  children?: ReactNode
}

/** Type, level and duration of an item, and its questions when it is a quiz. */
export function SubtitleLine({ item, withLanguage, children }: SubtitleLineProps) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const minutes = minutesOf(item)
  return (
    <p className="meta">
      <span>{words.type(item.type)}</span>
      {item.skillLevel && <span>{words.level(item.skillLevel)}</span>}
      {minutes > 0 && (
        <span>
          <ClockIcon className="icon-s" />
          {format.duration(minutes)}
        </span>
      )}
      {item.type === 'quiz' && <span>{t('catalog.questions', { count: item.questionsCount })}</span>}
      {item.withEducator && (
        <span>
          <PresentationIcon className="icon-s" />
          {t('catalog.with_educator')}
        </span>
      )}
      {(withLanguage || words.otherLanguage(item.language)) && (
        <span>
          <LanguagesIcon className="icon-s" />
          {words.language(item.language)}
        </span>
      )}
      {children}
    </p>
  )
}
