import { systemClock } from '#kit/clock.ts'

// Loaded before a process of the site begins: it then goes by the clock of the test that started it.

let now = new Date(process.env.TEST_NOW ?? '')
systemClock.now = () => now
process.on('message', (iso: string) => {
  now = new Date(iso)
  process.send?.('set')
})
