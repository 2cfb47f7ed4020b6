import { plainLearner } from '@lantern/contract/roles.ts'
import { demoAccounts, demoOrganisation, ensureDemoSignIn } from '#identity/index.ts'
import { type Services, servicesAt } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import {
  addLineItem,
  addToClass,
  keepScore,
  listLineItems,
  readTool,
  savePlatform,
  saveTool,
  subjectsFor,
} from '#lti/index.ts'
import { demoClassId, demoClassMembers } from './demo-class.ts'
import { spread } from './learn-in-demo.ts'

const school = 'https://learn.xinghe.example'
const lab = 'https://mocap.xinghe.example'
const dayMs = 86_400_000

/** What the class does in the tool; the last is a column that the tool made by itself. `part`: of the class has a mark. */
const exercises = [
  { title: '走路循环：标注落脚点', part: 0.85, maximum: 100, comment: '落脚点偏早2帧。', isOpened: true },
  { title: '起跳与落地：补全丢失的关节', part: 0.45, maximum: 100, comment: '左膝的曲线还有抖动。', isOpened: true },
  { title: '期末动捕考核', part: 0.3, maximum: 20, comment: '', isOpened: false },
]

/**
 * The demo's school has a learning platform, the trial one of it all but for a last step, and a tool that its class uses; its
 * people sign in by its provider; once only.
 */
export async function connectInDemo(services: Services): Promise<void> {
  await ensureDemoSignIn(services)
  await inTransaction(services.db, (trx) => connect({ ...services, db: trx }))
}

async function connect(services: Services): Promise<void> {
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
  const { id: toolId } = await saveTool(services, viewer, demoOrganisation.id, {
    name: '动作捕捉实验室',
    loginUrl: `${lab}/lti/login`,
    launchUrl: `${lab}/lti/launch`,
    jwksUrl: `${lab}/lti/jwks`,
    chooseUrl: `${lab}/lti/choose`,
    redirectUrls: [],
    sendsName: true,
    sendsMail: false,
  })
  await exercise(services, toolId)
}

/** The class opens two things in the tool, and the tool has given marks for them and for one more. */
async function exercise(services: Services, toolId: string): Promise<void> {
  const people = await demoClassMembers(services)
  const teacher = people.find(({ role }) => role === 'educator')?.person
  const tool = await readTool(services.db, toolId)
  if (!teacher || !tool) return
  const place = { tool, classId: demoClassId, linkId: null }
  const now = services.clock.now().getTime()
  for (const [n, { title, maximum, isOpened }] of exercises.entries()) {
    const then = servicesAt(services, now - (26 - 7 * n) * dayMs)
    if (isOpened) await addToClass(then, teacher, demoClassId, { toolId, title })
    else await addLineItem(then, place, { label: title, scoreMaximum: maximum })
  }
  const learners = people.filter(({ role }) => role === 'learner').map(({ person }) => person)
  const learnerIds = learners.map(({ id }) => id)
  const subjects = await subjectsFor(services.db, toolId, learnerIds)
  // in the order in which they were made
  const { results: columns } = await listLineItems(services, place, {})
  for (const [n, { id }] of columns.entries()) {
    const { part = 0, maximum = 0, comment } = exercises[n] ?? {}
    for (const [at, person] of learners.entries()) {
      if (spread(at * 13 + n + 300) > part) continue
      const ability = (0.6 + 0.4 * spread(at + 40)) * (0.9 + 0.1 * spread(at * 3 + n))
      await keepScore(services, place, id.split('/').at(-1) ?? '', {
        userId: subjects.get(person.id) ?? '',
        scoreGiven: Math.round(ability * maximum),
        scoreMaximum: maximum,
        comment: ability < 0.72 ? comment : '',
        activityProgress: 'Completed',
        gradingProgress: 'FullyGraded',
        timestamp: new Date(now - (1 + 9 * spread(at * 7 + n)) * dayMs).toISOString(),
      })
    }
  }
}
