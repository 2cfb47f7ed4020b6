import { createContext, Fragment, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { type DialogName, withDialog, withoutDialog } from './dialog-stack.ts'

export interface DialogRequest extends DialogName {
  /** Draws the dialog; `close` takes it off the stack. */
  render: (close: () => void) => ReactNode
}

export interface Dialogs {
  open(dialog: DialogRequest): void
  close(dialog: DialogName): void
}

const DialogsContext = createContext<Dialogs | null>(null)

export function useDialogs(): Dialogs {
  const dialogs = use(DialogsContext)
  if (!dialogs) throw new Error('There is no DialogHost above')
  return dialogs
}

/** Keeps the dialogs of the page, the newest on top. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [stack, setStack] = useState<readonly DialogRequest[]>([])
  const dialogs = useMemo<Dialogs>(
    () => ({
      open: (dialog) => setStack((open) => withDialog(open, dialog)),
      close: (name) => setStack((open) => withoutDialog(open, name)),
    }),
    [],
  )
  return (
    <DialogsContext value={dialogs}>
      {children}
      {stack.map((dialog) => (
        <Fragment key={JSON.stringify([dialog.type, dialog.key])}>
          <Suspense fallback={null}>{dialog.render(() => dialogs.close(dialog))}</Suspense>
        </Fragment>
      ))}
    </DialogsContext>
  )
}
