import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { type CountryResponse, open, type Reader } from 'maxmind'
import type { Services } from '#kit/services.ts'
import { isFromProxy } from '#kit/trusted-proxies.ts'

const databases = new Map<string, Promise<Reader<CountryResponse & { country_code?: string }>>>()

/**
 * The country of a request in two letters: as the proxy in front says it, else from the operator's own database, else
 * null. A wrong country in a warning is worse than none, so nothing is guessed.
 */
export async function countryOf({ config, log }: Services, request: FastifyRequest): Promise<string | null> {
  if (config.countryHeader && isFromProxy(config.trustProxy, request.raw)) {
    const said = request.headers[config.countryHeader]
    if (typeof said === 'string' && /^[A-Za-z]{2}$/.test(said) && !/^XX$/i.test(said)) return said.toUpperCase()
  }
  if (!config.countryDatabase || !isIP(request.ip)) return null
  try {
    const database = databases.get(config.countryDatabase) ?? open(config.countryDatabase)
    databases.set(config.countryDatabase, database)
    const found = (await database).get(request.ip)
    return found?.country?.iso_code ?? found?.country_code ?? null
  } catch (err) {
    log.warn({ err, file: config.countryDatabase }, 'the country database cannot be read')
    return null
  }
}
