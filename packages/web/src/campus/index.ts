import { later, lazyPart } from '#kit/later.tsx'

export { ClassFollower } from './class-follower.tsx'
export { ClassPage } from './class-page.tsx'
export { ConnectionsPage } from './connections-page.tsx'
export { CoursePlaceReport } from './course-place.ts'
export { actOnMark } from './marking-act.ts'
export { markingAddress, readMarkingAddress } from './marking-address.ts'
export { MarkingPage } from './marking-page.tsx'
export { MyOrganisations } from './my-organisations.tsx'
export { auditQuery, membersQuery, readOrganisationChoice } from './organisation-address.ts'
export { OrganisationPage } from './organisation-page.tsx'
export { StudyTime } from './study-time.tsx'
export { actOnTeaching } from './teach-acts.ts'
export { TeachBegin } from './teach-begin.tsx'
export { TeachPage } from './teach-page.tsx'

/** Fetched where a course of the campus is shown to a person who is signed in. */
export const CourseTeaching = lazyPart(() => import('./course-teaching.tsx'))

/** For the few members whose classes have something due. */
export const DueBlock = later(async () => (await import('./due-block.tsx')).DueBlock)
