// The player of SCORM, on the origin of what people upload. Above it is a page of the site, with which it talks by
// messages alone; below it is the unit, which finds the API in this window.
//
// It hears { type: 'open', visitId, data, unitUrl, title, ways, timeLimit }, { type: 'ways', ways } and { type: 'close' }; it says
// { type: 'ready' }, { type: 'commit', data, isLast, request }, where `request` is where the unit wants to go, { type: 'ended',
// isTimeOver } and { type: 'closed' }. When the tab goes, nobody above hears it: what a unit writes then it sends itself.
;(() => {
  const { api: apiName } = document.documentElement.dataset
  const is12 = apiName === 'Scorm12API'
  const say = (message) => parent.postMessage(message, '*')
  let api
  let told = ''
  let ways = null
  let isTimeOver = false
  let visitId
  let newest = null
  let isLeaving = false

  addEventListener('message', ({ source, data }) => {
    // the page above is the only one that opens; a unit below has no say
    if (source !== parent || typeof data !== 'object' || data === null) return
    if (data.ways) ways = data.ways
    if (data.type === 'open' && !api) open(data)
    if (data.type === 'close' && api) {
      end()
      say({ type: 'closed' })
    }
  })

  function open({ visitId: id, data, unitUrl, title, timeLimit }) {
    visitId = id
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
      commit(true, is12 ? '' : api.adl.nav.request)
      say({ type: 'ended', isTimeOver })
    })
    if (!is12) answerWays()
    window[is12 ? 'API' : 'API_1484_11'] = api
    const frame = document.createElement('iframe')
    frame.title = title
    frame.allow = 'fullscreen; autoplay'
    frame.src = unitUrl
    document.body.append(frame)
    // what the unit set without saying "commit", as a tab may be killed
    setInterval(() => api.isInitialized() && commit(false), 5000)
    // what is longer than a browser can wait for ends with its tab
    if (timeLimit && timeLimit.seconds < 2_000_000) setTimeout(endInTime, timeLimit.seconds * 1000)
  }

  /** The library knows of no other unit: what may be asked for is the site's to say. It still keeps states and errors. */
  function answerWays() {
    const answer = api.GetValue.bind(api)
    api.GetValue = (element) => {
      const said = answer(element)
      const [, name, target] = /^adl\.nav\.request_valid\.(\w+)(?:\.\{target=(.+)\})?$/.exec(element) ?? []
      const isValid = api.isInitialized() && ways && name ? isValidRequest(name, target) : undefined
      return isValid === undefined ? said : String(isValid)
    }
  }

  function isValidRequest(name, target) {
    if (target !== undefined) return { choice: ways.choices, jump: ways.jumps }[name]?.includes(target)
    if (name === 'continue') return ways.canContinue
    if (name === 'previous') return ways.canGoBack
    // a unit that is open can always be left
    return ['exit', 'exitAll', 'abandon', 'abandonAll', 'suspendAll'].includes(name) || undefined
  }

  /** Its time is over: a unit that does not end the visit when it is left is ended for it. */
  function endInTime() {
    if (api.isTerminated()) return
    isTimeOver = true
    document.querySelector('iframe')?.remove()
    if (api.isTerminated()) return
    if (!api.isInitialized()) {
      say({ type: 'ended', isTimeOver })
      return
    }
    api.SetValue('cmi.exit', 'time-out')
    api.Terminate('')
  }

  function commit(isLast, request = '') {
    const data = JSON.stringify(api.cmi)
    if (!isLast && data === told) return
    told = data
    // counted as the page above counts what it hears
    newest = { visitId, number: (newest?.number ?? 0) + 1, data, isLast, request }
    say({ type: 'commit', data, isLast, request })
    if (isLeaving) sendNewest()
  }

  /** What came to the site before changes nothing there. */
  function sendNewest() {
    if (newest)
      navigator.sendBeacon('/package-player/last', new Blob([JSON.stringify(newest)], { type: 'application/json' }))
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

  // units say their last words when their own page is hidden, which is after this one
  addEventListener('pagehide', () => {
    isLeaving = true
    sendNewest()
    if (api && !api.isTerminated()) commit(false)
  })
  addEventListener('pageshow', () => {
    isLeaving = false
  })
  say({ type: 'ready' })
})()
