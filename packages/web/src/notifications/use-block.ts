import type { setBlock } from '@lantern/contract/notifications/blocks.ts'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { toast } from '#ui/toast.ts'

interface Person {
  id: string
  name: string
}

/** Blocks a person or takes it back, and says so; a block can be undone at once. */
export function useBlock(onChange?: (on: boolean) => void): (person: Person, on: boolean) => Promise<void> {
  const t = useMessages()
  return async function block({ id, name }: Person, on: boolean): Promise<void> {
    try {
      await call<typeof setBlock>('POST /api/learn/cn/block', { body: { id, on } })
      onChange?.(on)
      if (!on) toast({ tone: 'good', text: t('notifications.person_unblocked', { name }) })
      else
        toast({
          tone: 'good',
          text: t('notifications.person_blocked', { name }),
          action: { label: t('notifications.undo'), onAct: () => void block({ id, name }, false) },
        })
    } catch (error) {
      toastFailure(error, t)
    }
  }
}
