import type { Plugin } from 'vite'

/** What comes later wins. A style sheet may arrive before or after any other, so each one says the whole order. */
const layers = '@layer tokens, reset, base, components, screen;\n'

export function layerOrder(): Plugin {
  return {
    name: 'lantern-layer-order',
    enforce: 'pre',
    transform: (code, id) => (/\.css$/.test(id) ? { code: layers + code, map: null } : undefined),
  }
}
