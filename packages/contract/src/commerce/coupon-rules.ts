// What a coupon may be, and how it is refused. Pure, for the form and the server alike.

/** 8 or 10 letters and digits; case does not count. */
export function isCoupon(text: string): boolean {
  return /^(?:[A-Za-z0-9]{8}|[A-Za-z0-9]{10})$/.test(text)
}

/** The names by which clients know a refused coupon. */
export const couponErrorCodes = [
  'InvalidOperation',
  'AuthorizationError',
  'TargetNotEligible',
  'InvalidParameter',
  'ResourceNotFound',
] as const
export type CouponErrorCode = (typeof couponErrorCodes)[number]

/** The nearer reason, and under which name it goes. */
export const couponErrors = {
  malformed: 'InvalidParameter',
  unknown: 'ResourceNotFound',
  disabled: 'InvalidOperation',
  not_yet: 'InvalidOperation',
  expired: 'InvalidOperation',
  used_up: 'InvalidOperation',
  used_by_you: 'AuthorizationError',
  first_order_only: 'AuthorizationError',
  nothing_eligible: 'TargetNotEligible',
  too_little: 'TargetNotEligible',
} as const satisfies Record<string, CouponErrorCode>
export type CouponError = keyof typeof couponErrors
