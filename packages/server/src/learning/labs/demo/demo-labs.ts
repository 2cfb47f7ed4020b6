import type { Clock } from '#kit/clock.ts'
import type { LabProvider } from '../lab-provider.ts'

export const demoLabPath = '/demo-lab'

/** What the demo's own lab can show; the last part of the author's address says which. */
const exhibits = ['shadow-cascades', 'two-bone-ik', 'node-shader'] as const
type Exhibit = (typeof exhibits)[number]

/** As if a machine had to be found first. */
const startingMs = 3_000
const lifetimeMs = 2 * 3_600_000

/** Labs of the demo run in the visitor's own browser. When one began is its name, so nothing has to be kept. */
export function demoLabs(clock: Clock): LabProvider {
  return {
    async launch({ labUrl }) {
      return `${clock.now().getTime().toString(36)}.${exhibitOf(labUrl)}`
    },
    async statusOf(name) {
      const [began = '', exhibit = ''] = name.split('.')
      const age = clock.now().getTime() - Number.parseInt(began, 36)
      if (!isExhibit(exhibit) || !(age >= 0)) return null
      if (age >= lifetimeMs) return { state: 'ended', url: null }
      if (age < startingMs) return { state: 'starting', url: null }
      return { state: 'ready', url: `${demoLabPath}/${exhibit}` }
    },
  }
}

function exhibitOf(labUrl: string): Exhibit {
  const last =
    labUrl
      .replace(/[?#].*/, '')
      .split('/')
      .at(-1) ?? ''
  return isExhibit(last) ? last : 'node-shader'
}

export function isExhibit(text: string): text is Exhibit {
  return (exhibits as readonly string[]).includes(text)
}
