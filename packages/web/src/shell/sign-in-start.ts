/** How signing in starts: in the popup, on one of the two pages, or not at all because it is done. */
export type SignInStart = 'popup' | 'signup' | 'login' | 'target'

export function signInStart(
  facts: { signedIn: boolean; desktop: boolean; popupLogin: boolean },
  wish: { registering?: boolean },
): SignInStart {
  if (facts.signedIn) return 'target'
  if (facts.desktop && facts.popupLogin) return 'popup'
  return wish.registering ? 'signup' : 'login'
}
