import * as contract from '@lantern/contract/identity/organisations.ts'
import { type App, route } from '#kit/route.ts'
import { phoneFrom } from '../sms-codes.ts'
import { changeClassMembers, readClasses, saveClass } from './classes.ts'
import { changeMember, inviteByPhone, readMembers, requireRole } from './members.ts'
import { answerInvitation, createOrganisation, organisationsOf } from './organisations.ts'

export function organisationRoutes(app: App): void {
  route(app, contract.createOrganisation, ({ services, viewer, body }) => {
    const { adminPhone, name, slug } = body
    return createOrganisation(services, { name, slug, adminPhone: phoneFrom(adminPhone, 'adminPhone') }, viewer.id)
  })

  route(app, contract.listOrganisations, ({ services, viewer }) => organisationsOf(services.db, viewer))

  route(app, contract.answerInvitation, async ({ services, viewer, params, body }) => {
    await answerInvitation(services, viewer, params.id, body.accept)
    return { success: true }
  })

  route(app, contract.listMembers, ({ services, viewer, params, query }) => {
    requireRole(viewer, params.id, 'educator', 'admin')
    return readMembers(services.db, params.id, query)
  })

  route(app, contract.inviteMember, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await inviteByPhone(services, viewer, params.id, { phone: phoneFrom(body.phone, 'phone'), role: body.role })
    return { success: true }
  })

  route(app, contract.withdrawInvitation, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await services.db
      .deleteFrom('invitations')
      .where('organisation_id', '=', params.id)
      .where('phone', '=', phoneFrom(body.phone, 'phone'))
      .execute()
    return { success: true }
  })

  route(app, contract.changeMember, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await changeMember(services, viewer, params.id, body)
    return { success: true }
  })

  route(app, contract.listClasses, ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'learner', 'educator', 'admin')
    const isLearner = viewer.memberships.some((one) => one.organisationId === params.id && one.role === 'learner')
    return readClasses(services.db, { organisationId: params.id, userId: viewer.id, onlyOwn: isLearner })
  })

  route(app, contract.saveClass, ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'educator', 'admin')
    return saveClass(services, params.id, body)
  })

  route(app, contract.changeClassMembers, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'educator', 'admin')
    await changeClassMembers(services, { organisationId: params.id, classId: params.classId }, body)
    return { success: true }
  })
}
