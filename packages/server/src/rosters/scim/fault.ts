/** `scimType` of RFC 7644, section 3.12. */
type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A refusal in the words of SCIM. The detail names no person: admins read it in the log of requests. */
export class ScimFault extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export function badRequest(scimType: ScimType, detail: string): ScimFault {
  return new ScimFault(400, detail, scimType)
}

export function notFound(): ScimFault {
  return new ScimFault(404, 'There is no such resource')
}

export function taken(what: string): ScimFault {
  return new ScimFault(409, `Another resource has this ${what}`, 'uniqueness')
}

/** Throws 412 where `If-Match` names another version of the resource. */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  if (!ifMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${version}"`))
    throw new ScimFault(412, 'The resource has another version')
}
