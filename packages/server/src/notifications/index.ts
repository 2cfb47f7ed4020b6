// What the application, flows and higher domains may use to tell people things.

import { notificationsTopic } from '@lantern/contract/notifications/topics.ts'
import type { Services } from '#kit/services.ts'
import { deliverNotifications } from './deliver.ts'
import { askedToJoin, tellOfInvitations } from './kinds/asked-to-join.ts'
import { newDevice, tellOfNewDevices } from './kinds/new-device.ts'
import { newInPath, tellOfGrownPaths } from './kinds/new-in-path.ts'
import { newOfPerson, tellOfNewLessons } from './kinds/new-of-person.ts'
import { profileReviewed, tellOfReviews } from './kinds/profile-reviewed.ts'
import type { Kinds } from './list.ts'
import { dropOldNotifications } from './sweep.ts'

export { isBlockedBy } from './blocks.ts'
export { setFollow } from './following.ts'
export { notificationKind, type Told, type Words } from './kind.ts'
export { notify } from './notify.ts'
export { listenerPersonalData } from './personal-data.ts'
export { notificationRoutes } from './routes.ts'
export { peopleAtOnce, tellInBatches } from './tell-in-batches.ts'

/** Kinds of domains below: they emit an event, and are told of here. */
export const lowerKinds: Kinds = [newOfPerson, newInPath, newDevice, profileReviewed, askedToJoin]

export function tellPeople(services: Services, kinds: Kinds): void {
  services.topics.declare(notificationsTopic, { mayFollow: (viewer, { userId }) => viewer.id === userId })
  tellOfNewDevices(services)
  tellOfReviews(services)
  tellOfInvitations(services)
  tellOfNewLessons(services)
  tellOfGrownPaths(services)
  deliverNotifications(services, kinds)
  dropOldNotifications(services)
}
