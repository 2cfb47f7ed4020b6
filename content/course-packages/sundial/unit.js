// Finds the run-time above, as SCORM 2004 describes it.
let above = window
while (!above.API_1484_11 && above.parent !== above) above = above.parent
const api = above.API_1484_11
const began = Date.now()
if (api) api.Initialize('')
const get = (name) => (api ? api.GetValue(name) : '')
const set = (name, value) => api && api.SetValue(name, String(value))
function finish() {
  if (!api) return
  set('cmi.session_time', `PT${Math.round((Date.now() - began) / 1000)}S`)
  api.Terminate('')
}
