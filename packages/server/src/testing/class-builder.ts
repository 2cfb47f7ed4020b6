import type { Person, testSite } from './site.ts'

interface BuiltClass {
  classId: string
  admin: Person
  /** An educator of the class. */
  teacher: Person
  /** An educator of the organisation who is not in the class. */
  colleague: Person
  /** Ada and Ben. */
  learners: [Person, Person]
  /** A learner of the organisation who is not in the class. */
  outside: Person
}

/** A class with people in every role. */
export async function buildClass(
  site: Awaited<ReturnType<typeof testSite>>,
  { id: classId, organisation }: { id: string; organisation: string },
): Promise<BuiltClass> {
  await site.db.insertInto('classes').values({ id: classId, name: classId, organisation_id: organisation }).execute()
  const joined = async (role: 'learner' | 'educator' | 'admin', name: string, isIn: boolean): Promise<Person> => {
    const person = await site.user({ name })
    const member = { organisation_id: organisation, user_id: person.id }
    await site.db
      .insertInto('memberships')
      .values({ ...member, role, began_at: site.clock.now() })
      .execute()
    if (isIn)
      await site.db
        .insertInto('class_members')
        .values({ ...member, class_id: classId })
        .execute()
    return person
  }
  return {
    classId,
    admin: await joined('admin', 'Head', false),
    teacher: await joined('educator', 'Teacher', true),
    colleague: await joined('educator', 'Colleague', false),
    learners: [await joined('learner', 'Ada', true), await joined('learner', 'Ben', true)],
    outside: await joined('learner', 'Outside', false),
  }
}
