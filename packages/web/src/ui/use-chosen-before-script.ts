import { type RefObject, useEffect, useEffectEvent } from 'react'

/** What was chosen in a form whose choices act at once, while its script was on its way, acts when that is there. */
export function useChosenBeforeScript(form: RefObject<HTMLFormElement | null>, act: (form: HTMLFormElement) => void) {
  const onChosen = useEffectEvent(act)
  useEffect(() => {
    if (form.current && [...form.current.elements].some(isChosen)) onChosen(form.current)
  }, [form])
}

function isChosen(element: Element): boolean {
  return element instanceof HTMLSelectElement && element.selectedOptions[0]?.defaultSelected === false
}
