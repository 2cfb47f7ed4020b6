import { type Api, ApiError } from '#kit/api.ts'
import { guestSession, type Session } from '#kit/session.tsx'
import { isBannerNext } from './prompts.ts'

export interface RootData {
  session: Session
  /** Something else has to be said first, or it was put away. Guests never see the banner. */
  hidesBindBanner: boolean
}

/** Who is here, for every page. `url` is the address of the page, also where its data alone are asked for. */
export async function readRoot({ call, locale }: Api, { headers }: Request, { pathname }: URL): Promise<RootData> {
  try {
    // the token belongs to one visitor: it must not be in a page that may be kept for all
    const { csrfToken: _, ...session } =
      await call<typeof import('@lantern/contract/identity/session.ts').getSession>('GET /api/session')
    const { user, premium } = session
    const isNext =
      user && isBannerNext(headers.get('cookie'), pathname, { userId: user.id, phone: user.phone, premium })
    return { session, hidesBindBanner: !isNext }
  } catch (error) {
    // without a database the frame of the page still stands, in the right language; what is inside says why
    if (error instanceof ApiError && error.status === 503)
      return { session: guestSession(locale), hidesBindBanner: true }
    throw error
  }
}
