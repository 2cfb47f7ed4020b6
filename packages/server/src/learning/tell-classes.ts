import { classProgressTopic } from '@lantern/contract/learning/topics.ts'
import type { Author, SignedIn } from '@lantern/contract/roles.ts'
import type { Services } from '#kit/services.ts'

/** Open pages of the teachers of this person's classes hear that the person went on; others cost nothing. */
export async function tellClasses({ db, topics }: Services, viewer: Pick<Author, 'id' | 'classes'>): Promise<void> {
  const classes = viewer.classes.map((classId) => ({ classId }))
  await topics.publishEach(db, classProgressTopic, classes, { type: 'PROGRESS', userId: viewer.id })
}

/** An act of learning of which teachers hear once it is kept. */
export function toldToClasses<Body, Answer>(
  act: (services: Services, viewer: SignedIn, body: Body) => Promise<Answer>,
) {
  return async ({ services, viewer, body }: { services: Services; viewer: SignedIn; body: Body }): Promise<Answer> => {
    const answer = await act(services, viewer, body)
    await tellClasses(services, viewer)
    return answer
  }
}
