import { useId } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { IconButton } from '#ui/button.tsx'
import { BellOffIcon, EllipsisIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { useBlock } from './use-block.ts'
import { useLoaded } from './use-loaded.ts'

interface PersonMenuProps {
  person: { id: string; name: string }
  blocked: boolean
  /** The page's own action, for a press before or without script. */
  formAction: string
  /** Blocking changes who follows whom. */
  onChange: () => void
}

/** Blocks a person on their own page, or takes it back. Guests, who are told of nothing, have no such menu. */
export function PersonMenu({ person, blocked, formAction, onChange }: PersonMenuProps) {
  const t = useMessages()
  const { user } = useSessionInActs()
  const [on, setOn] = useLoaded(blocked)
  const block = useBlock((now) => {
    setOn(now)
    onChange()
  })
  const formId = useId()
  if (user === null) return null
  const label = t('notifications.more_of', { name: person.name })
  return (
    <>
      <form
        id={formId}
        method="post"
        action={formAction}
        onSubmit={(event) => {
          event.preventDefault()
          void block(person, !on)
        }}
      >
        <input type="hidden" name="act" value="block" />
        <input type="hidden" name="on" value={String(!on)} />
      </form>
      <Menu
        label={label}
        trigger={(trigger) => (
          <IconButton {...trigger} theme="quiet" size="s" label={label} icon={<EllipsisIcon className="icon-s" />} />
        )}
      >
        <MenuItem form={formId} icon={<BellOffIcon />}>
          {t(on ? 'notifications.unblock' : 'notifications.block_person')}
        </MenuItem>
      </Menu>
    </>
  )
}
