// Before the page is drawn: the colours that the visitor chose on this device. Kept pages are the same for everybody,
// so this cannot be decided on the server.
const chosenTheme = /(?:^|; )lantern_theme=(light|dark)(?:;|$)/.exec(document.cookie)
if (chosenTheme) document.documentElement.dataset.theme = chosenTheme[1]

// a choice made before the page's own script has come counts like any other; it does the same again when it is there
document.addEventListener('change', ({ target }) => {
  if (target.name !== 'theme') return
  const isChosen = target.value !== 'system'
  Object.assign(document, {
    cookie: `lantern_theme=${target.value}; path=/; max-age=${isChosen ? 31536000 : 0}; samesite=lax`,
  })
  if (isChosen) document.documentElement.dataset.theme = target.value
  else delete document.documentElement.dataset.theme
})
