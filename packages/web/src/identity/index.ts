import { later, lazyPart } from '#kit/later.tsx'

export { AccountSafety } from './account/account-safety.tsx'
export { actOnSafetyForm } from './account/account-safety-act.ts'
export { BasicInfoStarter } from './account/basic-info-starter.tsx'
export { actOnEmailForm, actOnEmailLink } from './account/email-act.ts'
export { EmailConfirmPage } from './account/email-confirm-page.tsx'
export { EmailPage } from './account/email-page.tsx'
export { actOnProfileForm } from './account/profile-act.ts'
export { actOnRealNameForm } from './guard/real-name-act.ts'
export { RealNamePage } from './guard/real-name-page.tsx'
export { actOnTwoFactorForm } from './guard/two-factor-act.ts'
export { TwoFactorPage } from './guard/two-factor-page.tsx'
export { languageChange } from './language-change.ts'
export type { HeaderNotice } from './provider/header-notice.ts'
export { HeaderNotices } from './provider/header-notices.tsx'
export { ReturnedPage } from './provider/returned-page.tsx'
export { useHeaderNotice } from './provider/use-header-notice.ts'
export { SessionWatch } from './session/session-watch.tsx'
export { actOnSignInForm } from './sign-in-act.ts'
export { SignInPage } from './sign-in-page.tsx'
export { SignOutPage } from './sign-out-page.tsx'
/** Behind the second tab of the settings. */
export const ProfilePanel = later(async () => (await import('./account/profile-panel.tsx')).ProfilePanel)
export { SchoolPage } from './school/school-page.tsx'
export { SchoolSignInPanel } from './school/school-sign-in-panel.tsx'
export { TokensPanel } from './tokens/tokens-panel.tsx'
/** Loaded when it is opened. */
export const SignInDialog = lazyPart(() => import('./sign-in-dialog.tsx'))
export const BindPhoneDialog = lazyPart(async () => ({
  default: (await import('./account/bind-phone-dialog.tsx')).BindPhoneDialog,
}))
export const EmailRequiredDialog = lazyPart(() => import('./guard/email-required-dialog.tsx'))
export const NoticeCard = lazyPart(async () => ({ default: (await import('./provider/notice-card.tsx')).NoticeCard }))
export const NeedsReviewDialog = lazyPart(() => import('./guard/needs-review-dialog.tsx'))
export const RealNameDialog = lazyPart(() => import('./guard/real-name-dialog.tsx'))
export const SuspendedDialog = lazyPart(() => import('./guard/suspended-dialog.tsx'))
export const TwoFactorDialog = lazyPart(() => import('./guard/two-factor-dialog.tsx'))
