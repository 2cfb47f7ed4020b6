import { BindPhoneDialog } from '../account/bind-phone-dialog.tsx'
import { useOnceFree } from './once-free.ts'

/** Asks for a phone as soon as nothing else is being asked. */
export function BindPhoneNotice({ onClose }: { onClose: () => void }) {
  return useOnceFree() ? <BindPhoneDialog onClose={onClose} /> : null
}
