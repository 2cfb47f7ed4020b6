import { itemPath } from '@lantern/contract/links.ts'
import type { AssignmentOf } from '#campus/index.ts'
import type { Config } from '#kit/config.ts'
import { type Agent, profileId, profileIris, type Statement } from '#xapi/index.ts'
import type { AttemptFacts, CertificateFacts, ItemFacts } from './facts.ts'

/** What is said, without the words of xAPI. `docs/xapi-profile.md` says each of them for programs. */
export type Saying =
  | {
      kind: 'item_completed' | 'quiz_passed' | 'quiz_failed'
      userId: string
      item: ItemFacts
      attempt: AttemptFacts | null
      assignments: readonly AssignmentOf[]
    }
  | { kind: 'path_completed'; userId: string; pathId: string; title: string; language: string }
  | ({ kind: 'certificate_earned'; userId: string } & CertificateFacts)
  | { kind: 'certificate_revoked'; number: string }

/** The kinds that are written down; what is revoked voids a statement. */
type Told = Exclude<Saying, { kind: 'certificate_revoked' }>

const verbWords = {
  item_completed: 'completed',
  quiz_passed: 'passed',
  quiz_failed: 'failed',
  path_completed: 'completed',
  certificate_earned: 'earned',
} as const satisfies Record<Told['kind'], keyof ReturnType<typeof profileIris>['verbs']>

export const earnedVerb = profileIris('').verbs.earned

export function statementMaker({ publicUrl, siteName }: Pick<Config, 'publicUrl' | 'siteName'>) {
  const { verbs, types } = profileIris(publicUrl)
  const person = (userId: string): Agent => ({ objectType: 'Agent', account: { homePage: publicUrl, name: userId } })
  const authority: Agent = { objectType: 'Agent', name: siteName, account: { homePage: publicUrl, name: 'learning' } }
  const certificate = (number: string) => `${publicUrl}/certificate/${encodeURIComponent(number)}`
  // by its id, which is an address of its page as well: its slug may become another
  const path = (id: string) => `${publicUrl}/learning-path/${encodeURIComponent(id)}`
  const named = (type: string, title: string, language: string) => ({
    type,
    name: { [language.replace('_', '-')]: title },
  })
  const itemActivity = ({ id, type, learnOptionType, title, language }: ItemFacts) => ({
    objectType: 'Activity' as const,
    id: `${publicUrl}${itemPath({ type, learnOptionType }, id)}`,
    definition: named(types[type as keyof typeof types] ?? types.other, title, language),
  })
  const category = [{ id: profileId(publicUrl), definition: { type: 'http://adlnet.gov/expapi/activities/profile' } }]
  const language = (text: string) => text.replace('_', '-')

  function about(saying: Told): Pick<Statement, 'object' | 'result' | 'context'> {
    switch (saying.kind) {
      case 'item_completed':
      case 'quiz_passed':
      case 'quiz_failed': {
        const { item, attempt, assignments } = saying
        const classes = [...new Set(assignments.map(({ classId }) => classId))]
        const grouping = classes.map((id) => ({
          id: `${publicUrl}/campus/class/${id}`,
          definition: { type: types.class },
        }))
        return {
          object: itemActivity(item),
          result: attempt ? resultOf(attempt) : { completion: true },
          context: { contextActivities: { category, grouping }, platform: siteName, language: language(item.language) },
        }
      }
      case 'path_completed':
        return {
          object: {
            objectType: 'Activity',
            id: path(saying.pathId),
            definition: named(types.path, saying.title, saying.language),
          },
          result: { completion: true },
          context: { contextActivities: { category }, platform: siteName, language: language(saying.language) },
        }
      case 'certificate_earned': {
        const { number, title, certificateOf, subjectId } = saying
        const learnOptionType = saying.learnOptionType ?? 'other'
        const parent =
          certificateOf === 'path'
            ? { id: path(subjectId), definition: { type: types.path } }
            : {
                id: `${publicUrl}${itemPath({ type: 'course', learnOptionType }, subjectId)}`,
                definition: { type: types.course },
              }
        return {
          object: {
            objectType: 'Activity',
            id: certificate(number),
            definition: named(types.certificate, title, saying.language),
          },
          context: {
            contextActivities: { category, parent: [parent] },
            platform: siteName,
            language: language(saying.language),
          },
        }
      }
    }
  }

  return {
    authority,
    certificate,
    statement(id: string, saying: Told, now: Date): Statement {
      const word = verbWords[saying.kind]
      return {
        id,
        actor: person(saying.userId),
        verb: { id: verbs[word], display: { en: word } },
        ...about(saying),
        timestamp: now.toISOString(),
      }
    },
    /** Says that another statement holds no more. */
    voiding(id: string, statementId: string, now: Date): Statement {
      return {
        id,
        actor: authority,
        verb: { id: verbs.voided, display: { en: 'voided' } },
        object: { objectType: 'StatementRef', id: statementId },
        timestamp: now.toISOString(),
      }
    },
  }
}

function resultOf({ passed, score, questions, seconds }: AttemptFacts): NonNullable<Statement['result']> {
  const scaled = questions > 0 ? Math.round((score / questions) * 10_000) / 10_000 : 0
  return {
    success: passed,
    completion: true,
    score: { scaled, raw: score, min: 0, max: questions },
    duration: `PT${Math.max(0, Math.round(seconds))}S`,
  }
}
