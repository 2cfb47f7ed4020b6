/** What `regionRefId` may be; the name of each is the catalogue entry `region.<ref>`. */
export const regions = ['01', '02', '03', '04', '05', '06', '07', '08', '09'] as const
export type Region = (typeof regions)[number]

export function isRegion(text: string | null | undefined): text is Region {
  return (regions as readonly string[]).includes(text ?? '')
}

export const regionCookie = 'lantern_region'
