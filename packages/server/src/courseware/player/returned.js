// Where a unit of cmi5 goes when it has ended. Inside the page of the site it says so; in a window of its own it goes on to
// its package.
;(() => {
  const { site } = document.documentElement.dataset
  const packageId = new URLSearchParams(location.search).get('package') ?? ''
  if (parent === window) location.replace(`${site}/campus/package/${encodeURIComponent(packageId)}`)
  else parent.postMessage({ type: 'ended' }, new URL(site).origin)
})()
