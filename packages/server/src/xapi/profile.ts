import type { App } from '#kit/route.ts'
import { storePath } from './credentials.ts'

// What the site itself says in learning records, as a profile that programs read (xAPI Profiles 1.0). Verbs are ADL's and
// the one of Open Badges; of our own are two types of activity. docs/xapi-profile.md says the same for people.

export const profilePath = `${storePath}/profile`

const version = 'v1'

/** Names the profile in the category of each statement. */
export function profileId(publicUrl: string): string {
  return `${publicUrl}${profilePath}/${version}`
}

const adl = 'http://adlnet.gov/expapi'

export function profileIris(publicUrl: string) {
  return {
    verbs: {
      completed: `${adl}/verbs/completed`,
      passed: `${adl}/verbs/passed`,
      failed: `${adl}/verbs/failed`,
      earned: 'http://specification.openbadges.org/xapi/verbs/earned',
      voided: `${adl}/verbs/voided`,
    },
    types: {
      tutorial: `${adl}/activities/lesson`,
      project: `${adl}/activities/module`,
      course: `${adl}/activities/course`,
      quiz: `${adl}/activities/assessment`,
      other: `${adl}/activities/media`,
      certificate: 'http://activitystrea.ms/schema/1.0/badge',
      path: `${publicUrl}${profilePath}/types/learning-path`,
      class: `${publicUrl}${profilePath}/types/class`,
    },
  } as const
}

type Iris = ReturnType<typeof profileIris>

/** Each kind of statement: its verb, what it may be about, and what it says besides. */
const profileTemplates = {
  item_completed: {
    verb: 'completed',
    types: ['tutorial', 'project', 'course', 'quiz', 'other'],
    has: ['$.result.completion', '$.context.contextActivities.grouping'],
    definition: 'A learner completed what an open assignment of their class asks for.',
  },
  quiz_passed: {
    verb: 'passed',
    types: ['quiz'],
    has: ['$.result.success', '$.result.score.scaled', '$.context.contextActivities.grouping'],
    definition: 'An attempt at an assigned quiz has its result, and passed.',
  },
  quiz_failed: {
    verb: 'failed',
    types: ['quiz'],
    has: ['$.result.success', '$.result.score.scaled', '$.context.contextActivities.grouping'],
    definition: 'An attempt at an assigned quiz has its result, and did not pass.',
  },
  path_completed: {
    verb: 'completed',
    types: ['path'],
    has: ['$.result.completion'],
    definition: 'A learner completed a learning path of the organisation.',
  },
  certificate_earned: {
    verb: 'earned',
    types: ['certificate'],
    has: ['$.context.contextActivities.parent'],
    definition: 'A learner was given a certificate of the organisation. When it is revoked, this statement is voided.',
  },
} as const satisfies Record<
  string,
  { verb: keyof Iris['verbs']; types: readonly (keyof Iris['types'])[]; has: readonly string[]; definition: string }
>

function profileDocument(publicUrl: string, siteName: string): object {
  const id = `${publicUrl}${profilePath}`
  const iris = profileIris(publicUrl)
  const inScheme = profileId(publicUrl)
  const english = (text: string) => ({ en: text })
  return {
    '@context': 'https://w3id.org/xapi/profiles/context',
    id,
    type: 'Profile',
    conformsTo: 'https://w3id.org/xapi/profiles#1.0',
    prefLabel: english(`Learning at ${siteName}`),
    definition: english('What the site writes into the learning records of an organisation that asks for it.'),
    author: { type: 'Organization', name: siteName, url: publicUrl },
    versions: [{ id: inScheme, generatedAtTime: '2026-11-26T00:00:00Z' }],
    concepts: [
      {
        id: iris.types.path,
        type: 'ActivityType',
        inScheme,
        prefLabel: english('learning path'),
        definition: english('Stages of courses, lessons and quizzes that lead to one aim.'),
      },
      {
        id: iris.types.class,
        type: 'ActivityType',
        inScheme,
        prefLabel: english('class'),
        definition: english('Learners of an organisation who are given the same assignments by their teachers.'),
      },
    ],
    templates: Object.entries(profileTemplates).flatMap(([name, { verb, types, has, definition }]) =>
      types.map((type) => ({
        id: `${id}/templates/${name}${types.length > 1 ? `/${type}` : ''}`,
        type: 'StatementTemplate',
        inScheme,
        prefLabel: english(name.replace('_', ' ')),
        definition: english(definition),
        verb: iris.verbs[verb],
        objectActivityType: iris.types[type],
        rules: has.map((location) => ({ location, presence: 'included' })),
      })),
    ),
  }
}

/** The same for everybody: it tells nothing of an organisation. */
export function profileRoutes(app: App): void {
  const { publicUrl, siteName } = app.services.config
  const text = JSON.stringify(profileDocument(publicUrl, siteName))
  const config = { isForAll: true, takesNoCookies: true }
  for (const path of [profilePath, `${profilePath}/${version}`]) {
    app.get(path, { config }, async (_request, reply) =>
      reply.header('access-control-allow-origin', '*').type('application/ld+json').send(text),
    )
  }
}
