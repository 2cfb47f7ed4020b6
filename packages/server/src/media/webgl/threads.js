// First in the page of an isolated build. The page has no origin: a worker at an address is a stranger's to it, and may
// not begin; one of a blob is its own. What the worker names by parts of addresses it finds where its file is.
;(() => {
  parent.postMessage({ type: 'lantern-build', isIsolated: self.crossOriginIsolated === true }, '*')

  const scriptAt = (address) => `{
    const { fetch: get, importScripts: load } = self
    const whole = (one) => (typeof one === 'string' ? new URL(one, ${JSON.stringify(address)}).href : one)
    self.fetch = (one, options) => get(whole(one), options)
    self.importScripts = (...all) => load(...all.map((one) => whole(String(one))))
    importScripts(${JSON.stringify(address)})
  }`
  const moduleAt = (address) => `import ${JSON.stringify(address)}`

  const ownAddress = (address, options) => {
    const whole = new URL(address, document.baseURI).href
    if (!/^https?:/.test(whole)) return whole
    const text = options?.type === 'module' ? moduleAt(whole) : scriptAt(whole)
    return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  }
  self.Worker = class Worker extends self.Worker {
    constructor(address, options) {
      super(ownAddress(address, options), options)
    }
  }
})()
