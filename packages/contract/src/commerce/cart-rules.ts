/** How many items and bundles a cart holds. */
export const cartLimit = 20

/** The only currency, and how many people one purchase is for. */
export const currency = 'CNY'
export const seats = 1

/** Why an entry of a cart cannot be bought now. */
export const unavailableReasons = ['gone', 'not_for_sale', 'free', 'own', 'bought', 'in_bundle'] as const
export type UnavailableReason = (typeof unavailableReasons)[number]
