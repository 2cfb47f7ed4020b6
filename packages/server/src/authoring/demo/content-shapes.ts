import { skillLevels } from '@lantern/contract/catalog/item-types.ts'
import { orderStatuses } from '@lantern/contract/commerce/order-rules.ts'
import { peerQuestions } from '@lantern/contract/community/peer-rules.ts'
import { reportReasons } from '@lantern/contract/community/report-rules.ts'
import { Ask, Points } from '@lantern/contract/quiz/asks.ts'
import { type Static, type TSchema, Type } from 'typebox'

// The files of content/ as content/README.md describes them. A field nobody knows is a spelling mistake.
const closed = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const optional = Type.Optional

const Text = Type.String({ minLength: 1 })
const Both = closed({ zh: Text, en: Text })
/** Names around content: in the languages of content, and in interface languages as far as written. */
const Each = closed({
  zh: Text,
  en: Text,
  ja: optional(Text),
  ko: optional(Text),
  de: optional(Text),
  es: optional(Text),
  fr: optional(Text),
  pt: optional(Text),
  ru: optional(Text),
})
export type Each = Static<typeof Each>
const Reference = Type.String({ pattern: '^(tutorial|project|course|quiz|liveSession):[a-z0-9-]+$' })
/** Relative to the first start of the site. */
const Offset = Type.String({ pattern: '^-?[0-9]+(m|h|d)$' })
const Link = closed({ name: Text, url: Text })

const shared = {
  skillLevel: optional(Type.Enum(skillLevels)),
  duration: optional(Type.Integer({ minimum: 1 })),
  topics: optional(Type.Array(Text)),
  industries: optional(Type.Array(Text)),
  tags: optional(Type.Array(Text)),
  packages: optional(Type.Array(Text)),
  premium: optional(Type.Boolean()),
  price: optional(Type.Integer({ minimum: 1 })),
  discount: optional(closed({ price: Type.Integer({ minimum: 0 }), startsIn: Offset, endsIn: Offset })),
  withLab: optional(Type.Boolean()),
  labUrl: optional(Text),
  author: optional(Text),
  thumbnail: optional(Text),
  versions: optional(closed({ min: optional(Text), max: optional(Text), withAll: Type.Boolean() })),
  materials: optional(Type.Array(Link)),
  /** Items of the demo's organisation: for its members, or open to everybody. */
  campus: optional(Type.Enum(['members', 'open'])),
  publishedDaysAgo: optional(Type.Integer({ minimum: 0 })),
  stats: optional(
    closed({
      learners: Type.Integer(),
      /** How many gave one to five stars. */
      ratings: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 5, maxItems: 5 }),
      collects: Type.Integer(),
    }),
  ),
}
const SharedFields = closed(shared)
export type SharedFields = Static<typeof SharedFields>

export const TutorialFields = closed({
  ...shared,
  title: Text,
  summary: Text,
  objective: optional(Text),
  /** Of the step with `{type=submission}`. */
  peerQuestions: optional(Type.Array(Text, { minItems: peerQuestions.least, maxItems: peerQuestions.most })),
  educator: optional(
    closed({
      description: Text,
      outcome: optional(Text),
      objectives: optional(Text),
      ageRange: optional(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
      instruction: optional(Type.Integer()),
    }),
  ),
})
export type TutorialFields = Static<typeof TutorialFields>

const Words = closed({
  title: Text,
  summary: Text,
  description: optional(Text),
  objective: optional(Text),
  careerGoals: optional(Text),
})

export const ParentFile = closed({
  ...shared,
  zh: Words,
  en: Words,
  /** Of a course: who completes it gets one. */
  certificate: optional(Type.Boolean()),
  contents: Type.Array(closed({ chapter: Both, items: Type.Array(Reference), required: optional(Type.Boolean()) })),
})
export type ParentFile = Static<typeof ParentFile>

export const LiveFile = closed({
  ...shared,
  zh: Words,
  en: Words,
  startsIn: Offset,
  seats: optional(Type.Integer({ minimum: 1 })),
  url: optional(Text),
  speakers: optional(Type.Array(Text)),
  cancelled: optional(Type.Boolean()),
  recording: optional(
    closed({ film: Text, chapters: Type.Array(closed({ second: Type.Integer({ minimum: 0 }), ...Both.properties })) }),
  ),
  contents: optional(Type.Array(Reference)),
})

export const QuizFile = closed({
  ...shared,
  zh: Words,
  en: Words,
  passNumber: Type.Integer({ minimum: 1 }),
  freezingTime: optional(Type.Integer({ minimum: 0 })),
  timeLimit: optional(Type.Integer({ minimum: 1 })),
  questions: Type.Array(
    closed({
      shuffle: optional(Type.Boolean()),
      body: Both,
      /** None where the answer is written. */
      options: optional(
        Type.Array(closed({ body: Both, correct: optional(Type.Boolean()), match: optional(Both) }), { minItems: 2 }),
      ),
      ask: optional(closed({ zh: Ask, en: Ask })),
      points: optional(Points),
      feedback: optional(closed({ correct: Both, wrong: Both })),
      contents: optional(Type.Array(Reference)),
    }),
    { minItems: 1 },
  ),
})

const NamedTag = closed({ id: Text, ...Each.properties })
export const TagsFile = closed({
  topics: Type.Array(NamedTag),
  industries: Type.Array(NamedTag),
  tags: Type.Array(NamedTag),
})
export const AuthorsFile = Type.Array(
  closed({ id: Text, name: Both, title: Both, official: Type.Boolean(), bio: Both }),
)
export const VersionsFile = Type.Array(closed({ id: Text, disabled: Type.Boolean() }))
export const PackagesFile = Type.Array(
  closed({
    id: Text,
    name: Each,
    url: optional(Text),
    windowsUrl: optional(Text),
    macUrl: optional(Text),
    externalType: optional(Type.Literal('asset_store')),
    externalRef: optional(Text),
    package: optional(
      closed({
        name: Text,
        publisherName: Text,
        originalPrice: Type.Integer(),
        finalPrice: Type.Integer(),
        isFree: Type.Boolean(),
        isOnSale: Type.Boolean(),
      }),
    ),
  }),
)
export const BundlesFile = Type.Array(
  closed({
    slug: Type.String({ pattern: '^[a-z0-9-]+$' }),
    title: Both,
    /** What it is about: one paragraph. */
    about: optional(Both),
    items: Type.Array(Reference, { minItems: 2 }),
    price: Type.Integer({ minimum: 0 }),
    author: optional(Text),
    thumbnail: optional(Text),
    learners: optional(Type.Integer({ minimum: 0 })),
  }),
)
export const PlansFile = Type.Array(
  closed({
    id: Type.String({ pattern: '^[a-z0-9-]+$' }),
    months: Type.Integer({ minimum: 1 }),
    price: Type.Integer({ minimum: 1 }),
  }),
)
const Said = {
  /** Of authors.yaml, or `learner`: the account of the demo. */
  by: Text,
  at: Offset,
  text: Text,
  likes: optional(Type.Integer({ minimum: 0 })),
}
export const DiscussionFile = closed({
  item: Reference,
  threads: Type.Array(
    closed({
      ...Said,
      /** The title of the step that it is about; the item as a whole without it. */
      step: optional(Text),
      replies: optional(Type.Array(closed({ ...Said, helped: optional(Type.Boolean()) }))),
      reports: optional(Type.Array(closed({ by: Text, at: Offset, reason: Type.Enum(reportReasons), text: Text }))),
      /** How the demo's moderator decided on the reports: the message is hidden and its author warned. */
      decided: optional(closed({ at: Offset, reason: Type.Enum(reportReasons), note: Text })),
    }),
    { minItems: 1 },
  ),
})
export const PathsFile = Type.Array(
  closed({
    slug: Text,
    language: Text,
    title: Text,
    description: Text,
    certificate: Type.Boolean(),
    /** Who is on it, since when, and which tests they passed how many days ago, by branch. */
    learner: optional(
      closed({
        phone: Text,
        joined: Offset,
        tested: optional(Type.Record(Type.String(), Type.Integer())),
      }),
    ),
    stages: Type.Array(
      closed({
        rule: Type.Union([Type.Literal('all'), Type.Literal('one')]),
        branches: Type.Array(
          closed({
            id: Text,
            title: Text,
            items: Type.Array(Reference),
            test: optional(Reference),
          }),
        ),
      }),
    ),
  }),
)

export const ClassFile = closed({
  name: Text,
  teacher: Text,
  learner: Text,
  classmates: Type.Array(Text),
  licence: optional(closed({ item: Reference, seats: Type.Integer({ minimum: 1 }), reason: Text, staff: Text })),
  groups: Type.Array(closed({ name: Text, members: Type.Array(Text) })),
  assignments: Type.Array(
    closed({
      item: Reference,
      opens: Offset,
      due: Offset,
      note: optional(Text),
      /** Names of groups; without, it is for all of the class. */
      for: optional(Type.Array(Text)),
    }),
  ),
  messages: Type.Array(closed({ title: Text, text: Text, sent: Offset })),
  /** What learners write to a question that is marked, one each; without points it waits. */
  texts: Type.Array(closed({ text: Text, points: optional(Type.Number()), comment: optional(Text) })),
})

const Handed = { by: Text, at: Offset }
export const SubmissionsFile = closed({
  item: Reference,
  submissions: Type.Array(
    closed({
      ...Handed,
      title: Text,
      text: Text,
      /** A path in content/. */
      picture: Text,
      review: optional(closed({ ...Handed, text: Text })),
      feedback: optional(Type.Array(closed({ ...Handed, answers: Type.Array(Text, { minItems: 1 }) }))),
    }),
    { minItems: 1 },
  ),
})
export const LearnerFile = closed({
  phone: Text,
  notes: optional(
    Type.Array(
      closed({
        item: Reference,
        /** Title of the step. */
        step: Text,
        at: Offset,
        /** The highlighted text of the step, with what stands around it. */
        quote: optional(closed({ before: Type.String(), exact: Text, after: Type.String() })),
        text: optional(Text),
        /** Of authors.yaml; the demo's learner without it. */
        by: optional(Text),
        public: optional(Type.Boolean()),
      }),
    ),
  ),
  finished: Type.Array(Reference),
  underway: Type.Array(closed({ item: Reference, steps: Type.Integer({ minimum: 1 }), in: optional(Reference) })),
  collected: Type.Array(Reference),
  /** `people` are authors, `paths` courses and projects. */
  follows: optional(closed({ people: Type.Array(Text), paths: Type.Array(Reference) })),
  /** Live sessions of which they want to be reminded. */
  reminded: optional(Type.Array(Reference)),
  orders: optional(
    Type.Array(
      closed({
        status: Type.Enum(orderStatuses),
        placed: Offset,
        merchandise: Type.Array(
          closed({ title: Text, quantity: Type.Integer({ minimum: 1 }), price: Type.Integer({ minimum: 0 }) }),
          { minItems: 1 },
        ),
      }),
    ),
  ),
})
