import {
  type AvailabilityField,
  type AvailabilityValues,
  availabilityFields,
  freeAddresses,
  isAvailability,
} from '@lantern/contract/community/availability.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import { refuse } from '#kit/errors.ts'
import type { Trx } from '#kit/sql.ts'
import { reviewText } from '../moderation/listed-terms/term-list.ts'

/** What is given, without the fields that were left empty: in one order, so that two can be compared. */
export function filled(availability: AvailabilityValues = {}): AvailabilityValues {
  const entries = availabilityFields.map((field) => [field, availability[field]?.trim() ?? ''] as const)
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}

export function availabilityFaults(availability: AvailabilityValues): FieldProblem[] {
  return availabilityFields
    .filter((field) => {
      const text = availability[field]
      return text !== undefined && !isAvailability(field, text)
    })
    .map(faultOf)
}

function faultOf(field: AvailabilityField): FieldProblem {
  return { field: `availability.${field}`, message: `community.availability_fault.${field}` }
}

/** Links that lead anywhere, which new members may give few of. */
export function freeLinks(availability: AvailabilityValues): number {
  return freeAddresses.filter((field) => availability[field] !== undefined).length
}

/** The listed term that holds where it can be had. A masked term in it is refused: with stars the link would lead nowhere. */
export async function heldBecauseOf(trx: Trx, availability: AvailabilityValues): Promise<string | null> {
  let held: string | null = null
  for (const field of availabilityFields) {
    const given = availability[field]
    if (given === undefined) continue
    const { text, heldBy } = await reviewText(trx, given)
    if (text !== given) throw refuse('bad_request', { details: [faultOf(field)] })
    held ??= heldBy
  }
  return held
}
