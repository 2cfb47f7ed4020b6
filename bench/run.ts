import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { runSite } from '../tools/run-site.ts'
import { benchCampus } from './campus.ts'
import { benchCommunity } from './community.ts'
import { benchLearning } from './learning.ts'
import { benchMembers } from './members.ts'
import { benchMixed } from './mixed.ts'
import { benchGuestPages } from './pages.ts'
import { benchPublishing } from './publishing.ts'
import { benchQuizzes } from './quizzes.ts'
import { table } from './report.ts'
import { benchLearnerScale } from './scale.ts'
import { benchSearch } from './search.ts'
import { benchShop } from './shop.ts'
import { benchSockets } from './sockets.ts'
import { benchStart, residentMiB } from './start.ts'

// `npm run bench [-- --lessons <folder>] [--large] [part …]`: every figure of speed in one run, each beside what the
// machine can do. The client runs on the same cores as the server. Parts: start, sockets, pages, publishing, learning,
// members, quizzes, shop, community, campus, scale, search. Only when it is named: `mixed --minutes=60 --rate=20 [--port=3191]`, what the memory does over time.
// With a folder of lessons, search is measured over them and copies of them, else over the demo content and its copies.
const args = process.argv.slice(2)
const large = args.includes('--large')
const at = args.indexOf('--lessons')
const lessons = at >= 0 ? resolve(args[at + 1] ?? '') : null
const parts = args.filter((arg, n) => !arg.startsWith('--') && (at < 0 || n !== at + 1))
const wants = (part: string) => parts.length === 0 || parts.includes(part)

console.log(
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
)

if (parts.includes('mixed')) {
  const given = (name: string, otherwise: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
  await benchMixed({ port: given('port', 3191), minutes: given('minutes', 60), rate: given('rate', 20), lessons })
  process.exit()
}
if (wants('start')) await benchStart()
if (wants('sockets')) await benchSockets()
if (wants('shop')) await benchShop(3192)
if (wants('community')) await benchCommunity(3194)
if (wants('campus')) await benchCampus(3195)
// these have sites of their own
if (parts.length > 0 && parts.every((part) => ['start', 'sockets', 'shop', 'community', 'campus'].includes(part)))
  process.exit()

const site = await runSite({ port: 3191 })
try {
  const before = residentMiB(site)
  if (wants('pages')) {
    await benchGuestPages(site, {
      home: '/',
      'tutorial list': '/tutorials',
      'landing page': '/free',
      tutorial: '/tutorial/real-time-shadows',
      search: `/search?k=${encodeURIComponent('["query:光"]')}`,
    })
  }
  if (wants('publishing')) await benchPublishing(site)
  if (wants('learning')) await benchLearning(site, 'real-time-shadows')
  if (wants('members')) await benchMembers(site, 1_000)
  if (wants('quizzes')) await benchQuizzes(site, 'shadows-check')
  if (wants('scale')) await benchLearnerScale(site, large ? [1_000, 1_000_000] : [1_000, 100_000])
  if (wants('search')) {
    if (lessons) await site.lantern('import', lessons)
    await benchSearch(site, large ? [1_000, 10_000, 100_000] : [1_000, 10_000])
  }
  table('Memory of the site’s process', [
    { when: 'after the start', MiB: before },
    { when: 'after all of the above', MiB: residentMiB(site) },
  ])
} finally {
  await site.stop()
}
