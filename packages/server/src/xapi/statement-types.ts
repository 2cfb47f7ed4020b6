import type { Fields } from './shape-rules.ts'

// Statements as they are once their shape was checked.

/** An agent or a group has one of these, a group of unnamed people none. */
export const identifierNames = ['mbox', 'mbox_sha1sum', 'openid', 'account'] as const

export interface Agent {
  objectType?: 'Agent' | 'Group'
  name?: string
  mbox?: string
  mbox_sha1sum?: string
  openid?: string
  account?: { homePage: string; name: string }
  member?: Agent[]
}

export interface Activity {
  objectType?: 'Activity'
  id: string
  definition?: Fields
}

export interface Attachment {
  usageType: string
  contentType: string
  length: number
  sha2: string
  fileUrl?: string
}

export type StatementObject =
  | Activity
  | (Agent & { objectType: 'Agent' | 'Group' })
  | { objectType: 'StatementRef'; id: string }
  | (Sentence & { objectType: 'SubStatement' })

type ContextActivities = Partial<Record<'parent' | 'grouping' | 'category' | 'other', Activity | Activity[]>>

/** What a statement and a statement inside another one have in common. */
export interface Sentence {
  actor: Agent
  verb: { id: string; display?: Record<string, string> }
  object: StatementObject
  result?: Fields & { duration?: string }
  context?: Fields & {
    registration?: string
    instructor?: Agent
    team?: Agent
    contextActivities?: ContextActivities
    contextAgents?: { agent: Agent }[]
    contextGroups?: { group: Agent }[]
  }
  timestamp?: string
  attachments?: Attachment[]
}

export interface Statement extends Sentence {
  id?: string
  stored?: string
  authority?: Agent
  version?: string
}
