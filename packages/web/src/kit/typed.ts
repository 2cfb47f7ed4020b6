let typedAt: string | null = null

/** Remembers from now on whether something is typed or chosen on a page; answers how to stop. */
export function watchTyping(): () => void {
  typedAt = null
  const note = () => {
    typedAt = here()
  }
  document.addEventListener('input', note, true)
  return () => document.removeEventListener('input', note, true)
}

/** Something was typed on this page, which leaving would lose. */
export function hasTyped(): boolean {
  return typedAt === here()
}

const here = () => `${window.location.pathname}${window.location.search}`
