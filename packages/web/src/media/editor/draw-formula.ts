/** A formula as learners see it, set by what the server sets it with; null where it cannot be set. */
export async function drawnFormula(latex: string, displayMode: boolean): Promise<Element | null> {
  try {
    // who writes no formula loads nothing for it; without a network it does not come
    const { default: temml } = await import('temml')
    const html = temml.renderToString(latex, { displayMode, throwOnError: true, annotate: false, trust: false })
    return new DOMParser().parseFromString(html, 'text/html').body.firstElementChild
  } catch {
    return null
  }
}
