import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '#ui/icons.tsx'

type MoveButtonsProps = { at: number; count: number; onMove: (from: number, to: number) => void }

/** One place up or down, for use without dragging and without a keyboard. */
export function MoveButtons({ at, count, onMove }: MoveButtonsProps) {
  const t = useMessages()
  if (count < 2) return null
  const step = (by: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget
    flushSync(() => onMove(at, at + by))
    // a moved row loses the focus, and so does a button that can go no further
    const grip = button.closest('[data-row]')?.querySelector<HTMLElement>('[data-grip]')
    ;(button.disabled ? grip : button)?.focus()
  }
  return (
    <>
      <Button size="s" theme="quiet" icon={<ChevronUpIcon />} disabled={at === 0} onClick={step(-1)}>
        {t('cms.builder_move_up')}
      </Button>
      <Button size="s" theme="quiet" icon={<ChevronDownIcon />} disabled={at === count - 1} onClick={step(1)}>
        {t('cms.builder_move_down')}
      </Button>
    </>
  )
}
