type CodeMinor =
  | 'invalid_filter_field'
  | 'invalid_selection_field'
  | 'invaliddata'
  | 'unauthorisedrequest'
  | 'forbidden'
  | 'server_busy'
  | 'unknownobject'
  | 'internal_server_error'

/** A refusal in the words of OneRoster 1.2. */
export class RosterFault extends Error {
  readonly status: number
  readonly codeMinor: CodeMinor

  constructor(status: number, codeMinor: CodeMinor, description: string) {
    super(description)
    this.status = status
    this.codeMinor = codeMinor
  }
}

/** What was sent means nothing. */
export function invalid(description: string): RosterFault {
  return new RosterFault(422, 'invaliddata', description)
}

export function unknownObject(): RosterFault {
  return new RosterFault(404, 'unknownobject', 'There is no such object')
}

/** `imsx_StatusInfo`, which every refusal carries. */
export function statusInfo(codeMinor: CodeMinor, description: string) {
  return {
    imsx_codeMajor: 'failure',
    imsx_severity: 'error',
    imsx_description: description,
    imsx_CodeMinor: {
      imsx_codeMinorField: [{ imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: codeMinor }],
    },
  }
}

/** Of a refusal that other parts of the site throw. */
export function codeMinorOf(status: number): CodeMinor {
  if (status === 401) return 'unauthorisedrequest'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'unknownobject'
  if (status === 429 || status === 503) return 'server_busy'
  return status < 500 ? 'invaliddata' : 'internal_server_error'
}
