import { Readable } from 'node:stream'
import { AuditFilters, listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import { getOrganisationSettings, saveOrganisationSettings } from '@lantern/contract/identity/organisation-settings.ts'
import * as contract from '@lantern/contract/identity/organisations.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { Static } from 'typebox'
import { type App, requireAccess, route } from '#kit/route.ts'
import { phoneFrom } from '../sms-codes.ts'
import { auditLines, readAudit } from './audit.ts'
import { changeClassMembers, readClasses, saveClass } from './classes.ts'
import { changeMember, inviteByPhone, readMembers, requireRole, withdrawInvitation } from './members.ts'
import { answerInvitation, createOrganisation, organisationsOf } from './organisations.ts'
import { readSettings, saveSettings } from './settings.ts'

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
    await withdrawInvitation(services, viewer, params.id, phoneFrom(body.phone, 'phone'))
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
    return saveClass(services, viewer, params.id, body)
  })

  route(app, contract.changeClassMembers, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'educator', 'admin')
    await changeClassMembers(services, viewer, { organisationId: params.id, classId: params.classId }, body)
    return { success: true }
  })

  route(app, listAudit, ({ services, viewer, params, query }) => {
    requireRole(viewer, params.id, 'admin')
    return readAudit(services.db, params.id, query)
  })

  route(app, getOrganisationSettings, ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return readSettings(services.db, params.id)
  })

  route(app, saveOrganisationSettings, ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return saveSettings(services, viewer, params.id, body)
  })

  // a file and not a call
  app.get<{ Params: { id: string }; Querystring: Static<typeof AuditFilters> }>(
    '/api/campus/organisation/:id/audit.csv',
    { schema: { hide: true, querystring: AuditFilters } },
    async ({ params, query, viewer, locale }, reply) => {
      requireAccess(viewer, 'learner')
      requireRole(viewer as SignedIn, params.id, 'admin')
      const lines = await auditLines(app.services, locale, params.id, query)
      reply.header('content-disposition', 'attachment; filename="audit.csv"')
      return reply.type('text/csv; charset=utf-8').send(Readable.from(lines))
    },
  )
}
