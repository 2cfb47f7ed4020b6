import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Personal } from '#kit/visit.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { CardAction } from '#ui/card-action.tsx'
import { BookmarkIcon } from '#ui/icons.tsx'
import { type CollectableItem, type CollectContext, useCollected } from './use-collected.ts'

type CollectLook = {
  item: CollectableItem & { title: string }
  /** On a card's picture, bare in a header, or with its word. */
  look?: 'card' | 'bare' | 'button'
  /** The page's own action, for a press before or without script. */
  formAction?: string
}

type CollectButtonProps = CollectLook & {
  collected: boolean
  /** How many have collected it, as the page knew it. */
  count?: number
  context?: CollectContext
}

/** Keeps an item for later. */
export function CollectButton({ collected, count = 0, context, ...look }: CollectButtonProps) {
  const collecting = useCollected(look.item, { on: collected, count }, context)
  return (
    // the word comes with how many have collected it, which is newer for a visit
    <Personal isOwn={collected || look.look === 'button'}>
      <CollectToggle {...look} collecting={collecting} />
    </Personal>
  )
}

type CollectToggleProps = CollectLook & { collecting: ReturnType<typeof useCollected> }

/** The same for a page that shows the button of one item in several places. */
export function CollectToggle({ item, collecting, look = 'bare', formAction }: CollectToggleProps) {
  const t = useMessages()
  const format = useFormat()
  const { on, count, toggle } = collecting
  const label = t('learning.collect_item', { title: item.title })
  const submit = formAction === undefined ? ('button' as const) : ('submit' as const)
  const common = { type: submit, pressed: on, onClick: pressWith(toggle) }
  const button =
    look === 'card' ? (
      <CardAction {...common} label={label} icon={<BookmarkIcon />} />
    ) : look === 'bare' ? (
      <IconButton {...common} theme="bare" label={label} icon={<BookmarkIcon />} />
    ) : (
      <Button {...common} icon={<BookmarkIcon className="icon-s" />}>
        {on ? t('learning.collected') : t('learning.collect')}
        {count > 0 && <span className="num">{format.compact(count)}</span>}
      </Button>
    )
  if (formAction === undefined) return button
  return (
    <form method="post" action={formAction}>
      <input type="hidden" name="act" value="collect" />
      <input type="hidden" name="on" value={String(!on)} />
      {button}
    </form>
  )
}

/** With script the press never posts the form around it. */
export function pressWith(act: () => void) {
  return (event: { preventDefault(): void }) => {
    event.preventDefault()
    act()
  }
}
