// Where a submission can be had besides its lesson. Pure: the server refuses by these rules, pages name the fields.

/** Addresses that may be given, in the order of the form. */
export const availabilityAddresses = ['website', 'social', 'steam', 'appStore', 'googlePlay', 'assetStore'] as const
export type AvailabilityAddress = (typeof availabilityAddresses)[number]

/** The addresses, and what an Android build is called and its version. */
export const availabilityFields = [...availabilityAddresses, 'packageName', 'apkVersion'] as const
export type AvailabilityField = (typeof availabilityFields)[number]

/** Left out: not given. */
export type AvailabilityValues = { [Name in AvailabilityField]?: string }

/** Characters of one value. */
export const availabilityLength = 300

/** Addresses whose rule names no shop: they lead wherever their author wants. */
export const freeAddresses = ['website', 'social'] as const satisfies readonly AvailabilityAddress[]

const socialHosts = [
  ...['weibo.com', 'bilibili.com', 'zhihu.com', 'douyin.com', 'xiaohongshu.com', 'github.com', 'gitee.com', 'x.com'],
  ...['twitter.com', 'youtube.com', 'facebook.com', 'instagram.com', 'linkedin.com', 'tiktok.com', 'vk.com'],
  ...['bsky.app', 'threads.net', 'reddit.com', 'discord.gg', 'twitch.tv', 'itch.io'],
]

const rules: Record<AvailabilityField, (text: string) => boolean> = {
  website: (text) => isAddress(text),
  social: (text) => isAddress(text, socialHosts),
  steam: (text) => isAddress(text, ['store.steampowered.com'], /^\/app\/\d+(\/|\?|$)/),
  appStore: (text) => isAddress(text, ['apps.apple.com'], /^\/([a-z]{2}\/)?app\/([^/]+\/)?id\d+(\/|\?|$)/),
  googlePlay: (text) => isAddress(text, ['play.google.com'], /^\/store\/apps\/details\?(.*&)?id=\w+(\.\w+)+(&|$)/),
  assetStore: (text) => isAddress(text, ['assetstore.unity.com'], /^\/(packages|publishers)\/[^/]+/),
  packageName: (text) => /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/.test(text),
  apkVersion: (text) => /^\d+(\.\d+)*$/.test(text),
}

export function isAvailability(field: AvailabilityField, text: string): boolean {
  return rules[field](text)
}

/**
 * An address that is safe to lead to: encrypted, of a host with a name and without a user name. `hosts` are those it may
 * have, or one below them; `rest` is what follows the host.
 */
function isAddress(text: string, hosts?: readonly string[], rest?: RegExp): boolean {
  const url = /\s/.test(text) ? null : URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return false
  if (!/\.([a-z]{2,}|xn--[a-z0-9-]+)$/.test(url.hostname)) return false
  const isThere = !hosts || hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return isThere && (!rest || rest.test(url.pathname + url.search))
}
