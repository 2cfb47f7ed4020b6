import { expect, test } from 'vitest'
import { joinTabs } from './tab-leader.ts'

/** One tab: the browser's locks and channels are Node's own here. */
function openTab(name: string) {
  const heard: string[] = []
  const received: string[] = []
  const left: string[] = []
  let tell: ((up: string) => void) | undefined
  let isLeading = false
  const leave = joinTabs<string, string>({
    name,
    hear: (down) => heard.push(down),
    onLeader: (to) => {
      tell = to
    },
    lead(broadcast) {
      isLeading = true
      return {
        receive(tab, up) {
          received.push(up)
          broadcast(`echo ${up}`)
          void tab
        },
        onLeft: (tab) => left.push(tab),
        stop: () => {
          isLeading = false
        },
      }
    },
  })
  return {
    heard,
    received,
    left,
    leave,
    tell: (up: string) => tell?.(up),
    knows: () => tell !== undefined,
    isLeading: () => isLeading,
  }
}

test('one tab leads, hears what the others tell it, and is heard by all; when it goes another takes over', async () => {
  const first = openTab('a')
  await expect.poll(first.isLeading, { interval: 5 }).toBe(true)
  const second = openTab('a')
  await expect.poll(second.knows, { interval: 5 }).toBe(true)
  expect(second.isLeading()).toBe(false)
  second.tell('from the second')
  await expect
    .poll(() => [first.received, second.heard], { interval: 5 })
    .toEqual([['from the second'], ['echo from the second']])
  first.leave()
  await expect.poll(second.isLeading, { interval: 5 }).toBe(true)
  expect(first.isLeading()).toBe(false)
  second.tell('to itself')
  expect(second.received).toEqual(['to itself'])
  second.leave()
})

test('the leader hears that a tab is gone, and a tab is told of a new leader', async () => {
  const first = openTab('b')
  await expect.poll(first.isLeading, { interval: 5 }).toBe(true)
  const second = openTab('b')
  const third = openTab('b')
  await expect.poll(() => second.knows() && third.knows(), { interval: 5 }).toBe(true)
  second.tell('here')
  third.tell('here')
  await expect.poll(() => first.received.length, { interval: 5 }).toBe(2)
  third.leave()
  await expect.poll(() => first.left.length, { interval: 5 }).toBe(1)
  first.leave()
  second.leave()
})
