import { lazy } from 'react'

export { languageChange } from './language-change.ts'
export { actOnSignInForm } from './sign-in-act.ts'
export { SignInPage } from './sign-in-page.tsx'
export { SignOutPage } from './sign-out-page.tsx'
/** Loaded when it is opened. */
export const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'))
