import type { RunningSite } from '../tools/run-site.ts'
import { cpuColumns, measureCpu } from './cpu.ts'
import { databaseOf, signedIn } from './learners.ts'
import { load } from './load.ts'
import { table } from './report.ts'

/** What a learner asks for most, at a few learners and at very many: both must cost the same. */
export async function benchLearnerScale(site: RunningSite, sizes: number[]): Promise<void> {
  const database = await databaseOf(site)
  const rows = []
  try {
    for (const size of sizes) {
      await site.lantern('seed', '--learners', String(size))
      const people = await Promise.all(
        Array.from({ length: 40 }, (_, n) => {
          const id = `u_seed${String(Math.floor((n * (size - 1)) / 39)).padStart(9, '0')}`
          return signedIn(site, database.db, id, new Date())
        }),
      )
      const asks = people.flatMap(({ id, cookie }) =>
        [`/api/learn/cn/record/list?userId=${id}&completed=false`, `/api/learn/cn/record/person?userId=${id}`].map(
          (path) => ({
            path,
            headers: { cookie },
          }),
        ),
      )
      await load(site.url, asks, { seconds: 3 })
      const { result, cpu } = await measureCpu(site, database.db, () => load(site.url, asks, { seconds: 6 }))
      rows.push({
        learners: size,
        'per second': result.perSecond,
        'p50 ms': result.p50,
        'p97.5 ms': result.p97,
        failures: result.failures,
        ...cpuColumns(cpu, result.perSecond * 6),
      })
    }
  } finally {
    await database.leave()
  }
  table('Records of a learner (in progress, recently learned)', rows)
}
