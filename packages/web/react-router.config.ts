import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // links are prefetched on intent, not discovered by asking the server for a manifest of every link on the page
  routeDiscovery: { mode: 'initial' },
} satisfies Config
