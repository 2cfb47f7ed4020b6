import type { Errand } from '#kit/aside.ts'
import type { NameListInput, ReadLine, ReadList } from './read-lines.ts'
import { readOneRoster } from './read-oneroster.ts'
import { readTable } from './read-table.ts'

// Runs in a process of its own (kit/aside.ts): no database can be reached from here. Lines are sent as they are read.

export async function nameList({ input, ask }: Errand<NameListInput>): Promise<ReadList> {
  const take = async (lines: ReadLine[]) => {
    if (lines.length > 0) await ask(lines)
  }
  const isArchive = Buffer.from(input.bytes.subarray(0, 2)).toString('latin1') === 'PK'
  return isArchive ? readOneRoster(input.bytes, take) : readTable(input.name, input.bytes, take)
}
