import { newId } from '@lantern/contract/ids.ts'
import type { LiveDraft } from '#catalog/index.ts'
import { demoFilm } from './demo-film.ts'
import { wordsDraft } from './demo-items.ts'
import { type DemoRun, offset, sharedDraft } from './demo-run.ts'
import { type DemoContent, demoLanguages } from './read-content.ts'

export async function saveLiveSessions(run: DemoRun, { live, authors }: DemoContent): Promise<void> {
  for (const { slug, hash, data } of live) {
    for (const language of demoLanguages) {
      await run.save({ type: 'liveSession', slug, language, hash }, async () => {
        const start = quarterHour(offset(run.now, data.startsIn))
        const details: LiveDraft = {
          startTime: start.toISOString(),
          endTime: new Date(start.getTime() + (data.duration ?? 60) * 60_000).toISOString(),
          cancelled: data.cancelled ?? false,
          url: data.url ?? null,
          seats: data.seats ?? null,
          speakers: authors
            .filter(({ id }) => data.speakers?.includes(id))
            .map(({ id, name, title }) => ({ userId: run.ownerId(id), name: name[language], title: title[language] })),
          recording: data.recording
            ? {
                videoId: await demoFilm(run, data.recording.film, run.ownerId(data.author)),
                chapters: data.recording.chapters.map(({ second, ...title }) => ({
                  id: newId('chapter'),
                  title: title[language],
                  second,
                })),
              }
            : null,
        }
        return {
          ...(await sharedDraft(run, data)),
          ...(await wordsDraft(run, data[language], language)),
          live: details,
          contents: run.idsOf(data.contents ?? [], language).map((id) => ({ id })),
        }
      })
    }
  }
}

/** The last one that began by then: sessions begin at a plausible hour, at any minute that the demo is made. */
function quarterHour(time: Date): Date {
  const quarter = 15 * 60_000
  return new Date(Math.floor(time.getTime() / quarter) * quarter)
}
