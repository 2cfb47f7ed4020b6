import { readFile } from 'node:fs/promises'
import { minifySync, type Plugin } from 'vite'

const suffix = '?inline-script'

/** `import text from './first.js?inline-script'`: a script as it stands in the page itself, in as few bytes as it takes. */
export function inlineScripts(): Plugin {
  return {
    name: 'lantern-inline-scripts',
    enforce: 'pre',
    load: {
      filter: { id: /[?]inline-script$/ },
      async handler(id) {
        const file = id.slice(0, -suffix.length)
        this.addWatchFile(file)
        // names of its own: scripts that stand in the page share theirs
        const { code } = minifySync(file, `(() => {${await readFile(file, 'utf8')}})();`)
        return `export default ${JSON.stringify(code)}`
      },
    },
  }
}
