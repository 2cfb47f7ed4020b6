// Before the page is drawn: the colours that the visitor chose on this device. Kept pages are the same for everybody,
// so this cannot be decided on the server.
const chosenTheme = /(?:^|; )lantern_theme=(light|dark)(?:;|$)/.exec(document.cookie)
if (chosenTheme) document.documentElement.dataset.theme = chosenTheme[1]

// The only place where a choice is kept, so that one made before the page's own script came counts like any other.
// While a part of the page waits for its script, React stops every event in it before it bubbles up: the press is
// caught on its way down, and as a click, because a radio that React sets back sends no `change`.
document.addEventListener(
  'click',
  ({ target: { name, value } }) => {
    if (!/^theme /.test(name)) return
    const isChosen = value !== 'system'
    Object.assign(document, {
      cookie: `lantern_theme=${value}; path=/; max-age=${isChosen ? 31536000 : 0}; samesite=lax`,
    })
    if (isChosen) document.documentElement.dataset.theme = value
    else delete document.documentElement.dataset.theme
  },
  true,
)
