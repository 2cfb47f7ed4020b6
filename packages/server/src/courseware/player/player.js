// The player of SCORM, on the origin of what people upload. Above it is a page of the site, with which it talks by
// messages alone; below it is the unit, which finds the API in this window.
//
// It hears { type: 'open', data, unitUrl, title } and { type: 'close' }; it says { type: 'ready' },
// { type: 'commit', data, isLast } and { type: 'ended', request }, where `request` is where the unit wants to go.
;(() => {
  const { api: apiName } = document.documentElement.dataset
  const is12 = apiName === 'Scorm12API'
  const say = (message) => parent.postMessage(message, '*')
  let api
  let told = ''

  addEventListener('message', ({ source, data }) => {
    // the page above is the only one that opens; a unit below has no say
    if (source !== parent || typeof data !== 'object' || data === null) return
    if (data.type === 'open' && !api) open(data)
    if (data.type === 'close' && api) {
      end()
      say({ type: 'closed' })
    }
  })

  function open({ data, unitUrl, title }) {
    // the site keeps data; the library sends nothing itself
    const settings = {
      autocommit: true,
      autocommitSeconds: 5,
      lmsCommitUrl: false,
      logLevel: 5,
      mastery_override: true,
    }
    api = new window[apiName](settings)
    takeAnyLength(api.cmi)
    api.loadFromJSON(JSON.parse(data), 'cmi')
    const name = is12 ? 'LMS' : ''
    api.on(is12 ? 'LMSCommit' : 'Commit', () => commit(false))
    api.on(`${name}${is12 ? 'Finish' : 'Terminate'}`, () => {
      const request = is12 ? '' : String(api.adl?.nav?.request ?? '')
      commit(true)
      say({ type: 'ended', request })
    })
    window[is12 ? 'API' : 'API_1484_11'] = api
    const frame = document.createElement('iframe')
    frame.title = title
    frame.allow = 'fullscreen; autoplay'
    frame.src = unitUrl
    document.body.append(frame)
    // what the unit set without saying "commit", as a tab may be killed
    setInterval(() => api.isInitialized() && commit(false), 5000)
  }

  function commit(isLast) {
    const data = JSON.stringify(api.cmi)
    if (!isLast && data === told) return
    told = data
    say({ type: 'commit', data, isLast })
  }

  /** The page goes elsewhere. A unit that did not end the visit is asked to by leaving it. */
  function end() {
    const frame = document.querySelector('iframe')
    frame?.remove()
    if (!api.isTerminated()) commit(false)
  }

  /** The standard's 64,000 characters of suspend_data are fewer than what authoring tools write. */
  function takeAnyLength(cmi) {
    let kept = ''
    Object.defineProperty(cmi, 'suspend_data', {
      configurable: true,
      enumerable: true,
      get: () => kept,
      set: (value) => {
        kept = String(value)
      },
    })
  }

  addEventListener('pagehide', () => {
    if (api && !api.isTerminated()) commit(false)
  })
  say({ type: 'ready' })
})()
