// Before the page is drawn: a lesson as a whole, for who chose so on this device. Kept pages are the same for everybody.
if (/(?:^|; )lantern_lesson_view=whole(?:;|$)/.test(document.cookie))
  document.documentElement.dataset.lessonView = 'whole'
