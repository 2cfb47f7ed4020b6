// Payment gateways on this machine that speak the protocols of WeChat Pay, Alipay and Stripe, for a site to be paid by
// hand. Their pages also play what goes wrong: callbacks twice, late, lost, changed, or signed with another key.
import { startLocalGateways } from './local-gateways-of-site.ts'

const { settings } = await startLocalGateways(4101)

console.log('Start a site with these settings; the keys are new each time. A code of WeChat Pay is an address here.\n')
for (const [name, value] of Object.entries(settings)) console.log(`export ${name}=${value}`)
