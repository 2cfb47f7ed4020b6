import { createHash } from 'node:crypto'
import { type IdType, type InnerIdType, idOfBytes } from '@lantern/contract/ids.ts'

/**
 * Ids that the same part gets each time the same person brings it for the same place. By them a second import knows what
 * is here; of another person's import it is a course of its own.
 */
export type PartIds = (type: IdType | InnerIdType, ...names: (string | number)[]) => string

export function partIds(scope: string): PartIds {
  return (type, ...names) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([scope, type, ...names]))
      .digest()
    return idOfBytes(type, digest)
  }
}
