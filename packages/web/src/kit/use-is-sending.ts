import { useLocation, useNavigation } from 'react-router'

/**
 * While a posted form is on its way, or its answer leads to another page. When the answer is shown on this page, its next
 * button is alive at once, though the page's own data are still being read anew.
 */
export function useIsSending(): boolean {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  return state === 'submitting' || (state === 'loading' && location.pathname !== pathname)
}
