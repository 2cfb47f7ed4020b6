import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'playwright-core'
import { enter } from './visit.ts'

// `node tools/xapi-suite.ts <address of a demo site> <clone of adlnet/lrs-conformance-test-suite> [version…]`: runs the suite
// against the store of the demo's school, for which it makes a key, and prints what its log counts. Its exit status is no count.

const [site = 'http://127.0.0.1:3000', suite = '.', ...named] = process.argv.slice(2)
const versions = named.length > 0 ? named : ['1.0.3', '2.0.0']
const client = await request.newContext({ baseURL: site })
await enter(client, '13800000006')
const { csrfToken } = await (await client.get('/api/session')).json()
const made = await client.post(
  `/api/campus/organisation/og_demo/xapi/credential?_csrf=${encodeURIComponent(csrfToken)}`,
  {
    data: { name: 'Suite' },
  },
)
const { id, secret } = await made.json()
const runner = ['bin/console_runner.js', '-e', `${site}/xapi`, '-a', '-u', id, '-p', secret]
for (const version of versions) {
  spawnSync('node', [...runner, '-x', version], { cwd: suite, stdio: ['ignore', 'ignore', 'inherit'] })
  const logs = join(suite, 'logs')
  const [newest = ''] = readdirSync(logs)
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(logs, name))
    .toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  console.log(JSON.parse(readFileSync(newest, 'utf8')).summary)
}
await client.dispose()
