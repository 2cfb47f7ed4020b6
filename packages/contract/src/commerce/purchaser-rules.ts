import { email, type FormErrorKey, firstProblem, maxLength, phone, required } from '../validators.ts'

/** What each field of the purchaser's form is checked for; pages and server alike. */
export const purchaserChecks = {
  fullName: [required('error_field_required'), maxLength(70, 'error_maxLength70')],
  email: [required('error_field_required'), email('error_field_email')],
  phone: [required('error_field_required'), phone('error_field_phone')],
} as const

export type PurchaserField = keyof typeof purchaserChecks

/** The catalogue key of what is wrong with each field that is not right. */
export function purchaserProblems(
  values: Record<PurchaserField, string>,
): Partial<Record<PurchaserField, FormErrorKey>> {
  const problems: Partial<Record<PurchaserField, FormErrorKey>> = {}
  for (const field of ['fullName', 'email', 'phone'] as const) {
    const problem = firstProblem(values[field], purchaserChecks[field])
    if (problem !== null) problems[field] = problem
  }
  return problems
}
