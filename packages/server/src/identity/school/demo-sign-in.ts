import type { Services } from '#kit/services.ts'
import { demoOrganisation } from '../demo-accounts.ts'
import { sealedAs } from './settings.ts'

/** People of the demo's school sign in at the provider that this site plays; once only, what admins changed stays. */
export async function ensureDemoSignIn({ db, clock, config, sealer }: Services): Promise<void> {
  if (config.identityProvider !== 'demo') return
  const now = clock.now()
  await db
    .insertInto('school_sign_ins')
    .values({
      organisation_id: demoOrganisation.id,
      issuer: `${config.publicUrl}/demo-identity`,
      client_id: 'lantern',
      // the provider in this process says its own at each start
      client_secret: sealer.seal('demo', sealedAs(demoOrganisation.id)),
      version: 1,
      tested_at: now,
      tested_as: '陆星野',
      on_at: now,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
