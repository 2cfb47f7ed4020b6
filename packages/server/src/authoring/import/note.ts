/** Something that was not as it should be, but did not keep the lesson out. */
export interface Note {
  kind: NoteKind
  /** What it is about: a path, a tag, a title. */
  detail: string
  line?: number
}

export type NoteKind =
  | 'picture_missing'
  | 'picture_refused'
  | 'picture_elsewhere'
  | 'part_missing'
  | 'link_broken'
  | 'liquid_unknown'
  | 'callout_unknown'
  | 'callout_unclosed'
  | 'question_unsupported'
  | 'title_cut'

export type FailureReason =
  | 'too_large'
  | 'hostile_path'
  | 'not_utf8'
  | 'binary'
  | 'front_matter'
  | 'empty'
  | 'no_questions'
  | 'too_deep'
  | 'unreadable'
  | 'duplicate'
  | 'not_saved'

/** Why one file stays out. The import goes on with the next. */
export class FileFailure extends Error {
  readonly reason: FailureReason
  readonly detail: string

  constructor(reason: FailureReason, detail: string, options?: ErrorOptions) {
    super(`${reason}: ${detail}`, options)
    this.reason = reason
    this.detail = detail
  }
}
