import type { Config } from '#kit/config.ts'

type Site = Pick<Config, 'publicUrl'>

/** The identifier of the site as an issuer of badges (did:web). Its public keys stand in `/.well-known/did.json`. */
export function didOf({ publicUrl }: Site): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
}

/** Every document of badges, by its own address. */
export const badgePaths = {
  issuer: '/badges/issuer',
  keys: '/badges/keys',
  key: (kid: string) => `/badges/keys/${kid}`,
  credential: (number: string) => `/badges/credentials/${number}`,
  achievement: (id: string) => `/badges/achievements/${id}`,
  statusList: (list: number | '') => `/badges/status/${list}`,
}

/** As the standard wants it: shorter lists would tell whose entry is asked for. */
export const entriesOfList = 131_072
