/** What questions are read from. */
export const questionSources = ['gift', 'moodle', 'qti1', 'qti2', 'qti3', 'csv', 'json'] as const
export type QuestionSource = (typeof questionSources)[number]

/** What a quiz is written as. */
export const questionExports = ['gift', 'qti', 'json'] as const
export type QuestionExport = (typeof questionExports)[number]

export const exportFileNames: Record<QuestionExport, string> = { gift: 'gift', qti: 'zip', json: 'json' }

export const exchangeLimits = {
  /** Limit for one file of questions, packed or not. */
  fileBytes: 10 * 1024 * 1024,
  /** Limit for all unpacked files of a package of questions. */
  unpackedBytes: 60 * 1024 * 1024,
  packedFiles: 2_000,
  /** Limit for a quiz, and so for one import. */
  questions: 500,
  /** Rows that are read at all: what is beyond is said and left out. */
  rows: 2_000,
  /** How deep elements may lie in each other. */
  xmlDepth: 100,
  xmlElements: 400_000,
} as const

/** Why a whole file or one question of it cannot be taken over. */
export const exchangeProblems = [
  'file_empty',
  'file_unknown',
  'file_binary',
  'file_too_many',
  'xml_broken',
  'xml_entities',
  'xml_too_deep',
  'xml_unknown',
  'zip_broken',
  'zip_bomb',
  'zip_path',
  'file_no_questions',
  'csv_no_columns',
  'json_broken',
  'json_expired',
  'numerical',
  'matching',
  'cloze',
  'gap',
  'hotspot',
  'graphic',
  'drag',
  'slider',
  'drawing',
  'upload',
  'calculated',
  'template',
  'test_parts',
  'type_unknown',
  'description',
  'not_a_question',
  'unclosed',
  'stray_brace',
  'two_answer_blocks',
  'two_questions',
  'no_answers',
  'one_answer',
  'too_many_answers',
  'no_correct_answer',
  'correct_unknown',
  'duplicate_ids',
  'empty_answer',
  'empty_question',
  'broken_row',
] as const
export type ExchangeProblem = (typeof exchangeProblems)[number]

/** What is lost or changed with a question that can be taken over. */
export const exchangeNotes = [
  'picture_missing',
  'picture_refused',
  'picture_elsewhere',
  'media_left_out',
  'duplicate',
  'scoring_simplified',
  'fixed_order',
] as const
export type ExchangeNote = (typeof exchangeNotes)[number]
