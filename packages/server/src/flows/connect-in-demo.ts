import { plainLearner } from '@lantern/contract/roles.ts'
import { demoAccounts, demoOrganisation } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { savePlatform, saveTool } from '#lti/index.ts'

const school = 'https://learn.xinghe.example'
const lab = 'https://mocap.xinghe.example'

/** The demo's school has a learning platform, the trial one of it all but for a last step, and a tool; once only. */
export async function connectInDemo(services: Services): Promise<void> {
  const phone = demoAccounts.find(({ member }) => member === 'admin')?.phone ?? ''
  const admin = await services.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('phone', '=', phone)
    .executeTakeFirst()
  const known = await services.db
    .selectFrom('lti_platforms')
    .select('id')
    .where('organisation_id', '=', demoOrganisation.id)
    .executeTakeFirst()
  if (!admin || known) return
  const nothing = { issuer: '', clientId: '', authUrl: '', tokenUrl: '', jwksUrl: '', deploymentIds: [] }
  const connected = {
    name: '教学平台',
    issuer: school,
    clientId: 'lantern-classroom',
    authUrl: `${school}/mod/lti/auth.php`,
    tokenUrl: `${school}/mod/lti/token.php`,
    jwksUrl: `${school}/mod/lti/certs.php`,
    deploymentIds: ['1'],
  }
  const viewer = plainLearner(admin)
  await savePlatform(services, viewer, demoOrganisation.id, connected)
  await savePlatform(services, viewer, demoOrganisation.id, { ...nothing, name: '教学平台测试环境' })
  await saveTool(services, viewer, demoOrganisation.id, {
    name: '动作捕捉实验室',
    loginUrl: `${lab}/lti/login`,
    launchUrl: `${lab}/lti/launch`,
    jwksUrl: `${lab}/lti/jwks`,
    chooseUrl: `${lab}/lti/choose`,
    redirectUrls: [],
    sendsName: true,
    sendsMail: false,
  })
}
