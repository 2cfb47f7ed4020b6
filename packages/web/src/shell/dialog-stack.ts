/** What tells one dialog from another: the same type and key are the same dialog. */
export interface DialogName {
  type: string
  key?: string
}

/** Opening one that is open replaces it where it stands; any other goes on top. */
export function withDialog<D extends DialogName>(stack: readonly D[], dialog: D): readonly D[] {
  const open = stack.findIndex((other) => isSame(other, dialog))
  return open === -1 ? [...stack, dialog] : stack.with(open, dialog)
}

export function withoutDialog<D extends DialogName>(stack: readonly D[], closed: DialogName): readonly D[] {
  return stack.filter((dialog) => !isSame(dialog, closed))
}

function isSame(one: DialogName, other: DialogName): boolean {
  return one.type === other.type && one.key === other.key
}
