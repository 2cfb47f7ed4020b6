import { childOf, childrenOf, findAll, textOf, type XmlElement } from '#kit/xml-tree.ts'
import { readMoodle } from '../exchange/read-moodle.ts'
import type { SourceRow } from '../exchange/source-rows.ts'
import type { CourseNode, PartNote, QuizPart } from './course-tree.ts'
import type { SourceFiles } from './source-files.ts'
import { xmlOf } from './xml-of.ts'

interface QuizOfBackup {
  id: string
  title: string
  html: string
  place: string
  content: XmlElement
}

/** The bank of a backup: quizzes take their questions from it, and what none has taken is a bank of its own. */
export interface MoodleQuestions {
  quiz(quiz: QuizOfBackup): CourseNode
  unused(): CourseNode[]
}

interface BankQuestion {
  category: string
  row: SourceRow
  isUsed: boolean
}

/** Files of a backup by the context that they belong to. */
export type FilesByPlace = ReadonlyMap<string, { path: string; area: string }[]>

export function moodleQuestions(files: SourceFiles, byPlace: FilesByPlace): MoodleQuestions {
  /** By its own id, and from Moodle 4 by that of its entry in the bank. */
  const known = new Map<string, BankQuestion>()
  const pictures = picturesById(byPlace)
  const root = xmlOf(files, 'questions.xml')
  for (const category of root ? childrenOf(root, 'question_category') : []) {
    const name = plain(childOf(category, 'name'))
    for (const entry of findAll(category, 'question_bank_entry')) {
      const [newest] = findAll(entry, 'question').toReversed()
      if (newest) keep(`entry ${entry.attributes.id ?? ''}`, newest, name)
    }
    for (const question of childrenOf(childOf(category, 'questions'), 'question')) {
      keep(`question ${question.attributes.id ?? ''}`, question, name)
    }
  }

  function keep(id: string, question: XmlElement, category: string): void {
    // a part of another question, or a draw from the bank
    if (plain(childOf(question, 'parent')) !== '0' && plain(childOf(question, 'parent')) !== '') return
    if (plain(childOf(question, 'qtype')) === 'random') return
    const [row] = readMoodle(asExport(question, files, pictures), 'en')
    if (row) known.set(id, { category, row, isUsed: false })
  }

  return {
    quiz({ content, ...named }) {
      const notes: PartNote[] = []
      const rows = findAll(content, 'question_instance').flatMap((instance): SourceRow[] => {
        const entry = plain(findAll(instance, 'questionbankentryid')[0])
        const id = entry ? `entry ${entry}` : `question ${plain(childOf(instance, 'questionid'))}`
        const found = known.get(id)
        if (!found) {
          if (!notes.some(({ code }) => code === 'bank_draw')) notes.push({ code: 'bank_draw' })
          return []
        }
        found.isUsed = true
        return [found.row]
      })
      const minutes = Number(plain(childOf(content, 'timelimit'))) / 60
      return {
        kind: 'quiz',
        what: 'quiz',
        ...named,
        rows,
        timeLimitMinutes: minutes >= 1 && minutes <= 1440 ? Math.round(minutes) : null,
        passPercent: null,
        notes,
      }
    },
    unused() {
      const banks = Map.groupBy(
        [...known.values()].filter(({ isUsed }) => !isUsed),
        ({ category }) => category,
      )
      return [...banks].map(
        ([category, questions]): QuizPart => ({
          kind: 'quiz',
          what: 'bank',
          id: `bank ${category}`,
          title: category,
          html: '',
          place: '',
          rows: questions.map(({ row }) => row),
          timeLimitMinutes: null,
          passPercent: null,
          notes: [{ code: 'bank_apart' }],
        }),
      )
    },
  }
}

/** The text of an element; Moodle writes a word of its own for what is not set. */
export function plain(element: XmlElement | undefined): string {
  const words = textOf(element).trim()
  return words === '$@NULL@$' ? '' : words
}

function picturesById(byPlace: FilesByPlace): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { path, area } of [...byPlace.values()].flat()) {
    const id = /^(?:question|qtype_\w+) \w+ (\d+)$/.exec(area)?.[1]
    if (id) found.set(id, [...(found.get(id) ?? []), path])
  }
  return found
}

/** Words of the backup for what the export of questions calls otherwise. */
const exported: Record<string, string> = { match: 'matching' }
const formats: Record<string, string> = { 0: 'moodle_auto_format', 1: 'html', 2: 'plain_text', 4: 'markdown' }

/** A question of the bank as Moodle would export it: one reader knows what its types mean. */
function asExport(question: XmlElement, files: SourceFiles, pictures: ReadonlyMap<string, string[]>): XmlElement {
  const said = (name: string, of: XmlElement = question) => plain(childOf(of, name))
  const element = (name: string, children: XmlElement['children'], attributes: Record<string, string> = {}) => ({
    name,
    attributes,
    line: question.line,
    children,
  })
  const words = (name: string, value: string, format = '1', more: Record<string, string> = {}) =>
    element(name, [element('text', [value])], { format: formats[format] ?? 'html', ...more })
  const kind = said('qtype')
  const answers = findAll(question, 'answer').filter(({ attributes }) => attributes.id !== undefined)
  const ids = [question.attributes.id ?? '', ...answers.map(({ attributes }) => attributes.id ?? '')]
  const own = findAll(question, 'multichoice', 'shortanswer', 'numerical_options', 'matchoptions', 'ordering')[0]
  const whole = element(
    'question',
    [
      element('name', [element('text', [said('name')])]),
      words('questiontext', said('questiontext'), said('questiontextformat')),
      words('generalfeedback', said('generalfeedback'), said('generalfeedbackformat')),
      element('defaultgrade', [said('defaultmark')]),
      ...['single', 'shuffleanswers', 'usecase'].map((name) => element(name, [plain(findAll(question, name)[0])])),
      ...(own
        ? ['correctfeedback', 'incorrectfeedback'].map((name) =>
            words(name, said(name, own), said(`${name}format`, own)),
          )
        : []),
      ...answers.map((answer) =>
        element(
          'answer',
          [
            element('text', [said('answertext', answer)]),
            words('feedback', said('feedback', answer), said('feedbackformat', answer)),
            element('tolerance', [toleranceOf(question, answer)]),
          ],
          {
            fraction: String(Number(said('fraction', answer)) * 100),
            format: formats[said('answerformat', answer)] ?? 'html',
          },
        ),
      ),
      ...findAll(question, 'match').map((pair) =>
        element(
          'subquestion',
          [
            element('text', [said('questiontext', pair)]),
            element('answer', [element('text', [said('answertext', pair)])]),
          ],
          { format: formats[said('questiontextformat', pair)] ?? 'html' },
        ),
      ),
      ...ids
        .flatMap((id) => pictures.get(id) ?? [])
        .map((path) =>
          element('file', [files.bytes(path).toString('base64')], {
            name: path.split('/').at(-1) ?? '',
            encoding: 'base64',
          }),
        ),
    ],
    { type: exported[kind] ?? kind },
  )
  return element('quiz', [whole])
}

function toleranceOf(question: XmlElement, answer: XmlElement): string {
  const record = findAll(question, 'numerical_record').find(
    (one) => plain(childOf(one, 'answer')) === (answer.attributes.id ?? ''),
  )
  return plain(childOf(record, 'tolerance'))
}
