import { Dialog, type DialogProps } from './dialog.tsx'
import { CircleCheckIcon } from './icons.tsx'
import { RoundIcon } from './round-icon.tsx'

/** Says that an act succeeded, under a green tick, and where to go from here. */
export function DoneDialog(props: Omit<DialogProps, 'open' | 'icon'>) {
  const tick = (
    <RoundIcon tone="good">
      <CircleCheckIcon />
    </RoundIcon>
  )
  return <Dialog open icon={tick} {...props} />
}
