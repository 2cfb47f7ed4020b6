import { type Region, regionCookie } from '@lantern/contract/identity/regions.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import type { FastifyReply } from 'fastify'
import { localeCookie } from '#kit/http.ts'
import type { Services } from '#kit/services.ts'

const oneYearSeconds = 365 * 86_400

/** Remembered on the device, and with the person when there is one. */
export async function chooseLanguage(
  services: Services,
  viewer: Viewer,
  locale: OfferedLocale,
  reply: FastifyReply,
): Promise<{ locale: OfferedLocale }> {
  if (viewer.kind === 'user') {
    await services.db.updateTable('users').set({ locale }).where('id', '=', viewer.id).execute()
  }
  sendPreference(services, reply, localeCookie, locale)
  return { locale }
}

export async function chooseRegion(
  services: Services,
  viewer: Viewer,
  region: Region,
  reply: FastifyReply,
): Promise<{ regionRefId: Region }> {
  if (viewer.kind === 'user') {
    await services.db.updateTable('users').set({ region }).where('id', '=', viewer.id).execute()
  }
  sendPreference(services, reply, regionCookie, region)
  return { regionRefId: region }
}

/** Readable by the page: a page that is the same for everybody marks the visitor's own choice by script. */
export function sendPreference(services: Services, reply: FastifyReply, name: string, value: string): void {
  const secure = services.config.publicUrl.startsWith('https:')
  reply.setCookie(name, value, { path: '/', sameSite: 'lax', secure, maxAge: oneYearSeconds })
}
