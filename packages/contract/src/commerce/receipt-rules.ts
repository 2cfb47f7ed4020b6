// What a receipt (fapiao) may be made out to. Pure; the server checks by it, and normalizes by it what is kept.

import { email, type FormErrorKey, firstProblem, minLength, required, words } from '../validators.ts'

/** Characters that the tax office takes. */
export const mostTitleCharacters = 100

export interface ReceiptWish {
  kind: 'personal' | 'company'
  title: string
  taxNumber?: string | undefined
  email: string
}

export type ReceiptErrorKey =
  | FormErrorKey
  | 'shop_error.receipt_title_long'
  | 'shop_error.receipt_title_signs'
  | 'shop_error.tax_number_length'
  | 'shop_error.tax_number_wrong'

/** As it is kept: full-width letters and stray spaces are how people paste, not what they mean. */
export function normalReceipt({ kind, title, taxNumber = '', email }: ReceiptWish) {
  return {
    kind,
    title: title.normalize('NFC').trim().replace(/\s+/g, ' '),
    taxNumber: kind === 'company' ? normalTaxNumber(taxNumber) : null,
    email: email.trim(),
  }
}

/** What is wrong with a wish, by field. */
export function receiptProblems(wish: ReceiptWish): Partial<Record<'title' | 'taxNumber' | 'email', ReceiptErrorKey>> {
  const { kind, title, taxNumber, email: address } = normalReceipt(wish)
  const found = {
    title: titleProblem(kind, title),
    taxNumber: kind === 'company' ? taxNumberProblem(taxNumber ?? '') : null,
    email: firstProblem(address, [required('error_field_required'), email('error_field_email')]),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
}

/** A company's name may hold digits and brackets; a person's is in letters. */
function titleProblem(kind: ReceiptWish['kind'], title: string): ReceiptErrorKey | null {
  const short = firstProblem(title, [required('error_field_required'), minLength(2, 'error_minLength2')])
  if (short) return short
  if ([...title].length > mostTitleCharacters) return 'shop_error.receipt_title_long'
  const hasLetter = /\p{L}/u.test(title)
  const hasOtherSigns = /[\p{Emoji_Presentation}\p{Regional_Indicator}\p{Cc}\p{Cf}\p{Co}\p{Cn}]|\uFE0F/u.test(title)
  if (!hasLetter || hasOtherSigns) return 'shop_error.receipt_title_signs'
  return kind === 'personal' ? firstProblem(title, [words()]) : null
}

function taxNumberProblem(taxNumber: string): ReceiptErrorKey | null {
  if (taxNumber === '') return 'error_field_required'
  if (taxNumber.length !== 18) return 'shop_error.tax_number_length'
  return isCreditCode(taxNumber) ? null : 'shop_error.tax_number_wrong'
}

function normalTaxNumber(text: string): string {
  return text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
}

/** Without I, O, S, V and Z, which are taken for digits and each other. */
const creditCodeSigns = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** Unified social credit code, GB 32100-2015: 17 signs with the weights 3^i mod 31, and one that makes their sum fit. */
function isCreditCode(code: string): boolean {
  const values = [...code].map((sign) => creditCodeSigns.indexOf(sign))
  if (values.length !== 18 || values.includes(-1)) return false
  let weight = 1
  let sum = 0
  for (const value of values.slice(0, 17)) {
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return (31 - (sum % 31)) % 31 === values[17]
}
