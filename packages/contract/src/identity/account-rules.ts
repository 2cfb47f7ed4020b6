/** The figures and rules of the account that both sides must agree on. */
export const fullNameMost = 70
export const descriptionMost = 225
/** Every other text of a profile. */
export const profileTextMost = 45

/** How long a proved phone stands for the acts that ask for it. */
export const phoneProofMinutes = 10

/** A picture is made smaller in the browser before it is sent; what is larger than this was not. */
export const avatarMaxBytes = 2 * 1024 * 1024
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
/** Width and height of the kept picture. */
export const avatarSide = 512

export const emailResendSeconds = 60
export const emailLinkHours = 24

export const exportDays = 7

/** What to do with a text or a picture that a person wants to show. */
export const reviewOutcomes = ['approved', 'rejected', 'needAdmin'] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]

/** 138****0001: enough to recognise one's own. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}
