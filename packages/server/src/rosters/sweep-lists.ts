import type { Services } from '#kit/services.ts'

/** Days for which the lines of a file are kept: they name people. */
const keptDays = 30

export function sweepLists(services: Services): void {
  services.jobs.daily('rosters.sweep_lists', async () => {
    const before = new Date(services.clock.now().getTime() - keptDays * 86_400_000)
    await services.db.deleteFrom('name_lists').where('made_at', '<', before).where('state', '<>', 'importing').execute()
  })
}
