// Players of other sites that a lesson may hold. Pure: the editor says at once what may be embedded, the server decides.

import { youtubeIdPattern } from './youtube-id.ts'

export const embedProviders = [
  'youtube',
  'vimeo',
  'bilibili',
  'youku',
  'tencent',
  'codepen',
  'jsfiddle',
  'shadertoy',
] as const
export type EmbedProvider = (typeof embedProviders)[number]

export interface Embed {
  provider: EmbedProvider
  /** The page that a link leads to. */
  page: string
  /** What a frame shows. */
  player: string
}

/** What an address embeds; null for a site that is not offered to everybody. */
export function embedOf(address: string): Embed | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username !== '' || url.password !== '' || url.port !== '') return null
  const place = `${url.hostname.replace(/^(?:www|m)\./, '')}${url.pathname}`
  for (const { provider, pattern, parameter, page, player } of offered) {
    const found = pattern.exec(place)
    if (!found) continue
    const asked = parameter && url.searchParams.get(parameter.name)
    const id = found.slice(1).find(Boolean) ?? (asked && parameter.id.test(asked) ? asked : null)
    if (!id) continue
    return { provider, page: page(id), player: player(id) }
  }
  return null
}

/** From where the players come: a page's headers let it show these in a frame. */
export const embedOrigins: readonly string[] = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://player.bilibili.com',
  'https://player.youku.com',
  'https://v.qq.com',
  'https://codepen.io',
  'https://jsfiddle.net',
  'https://www.shadertoy.com',
]

const youtube = `(${youtubeIdPattern})`

const offered: readonly {
  provider: EmbedProvider
  /** Matches host and path; its group is the id. */
  pattern: RegExp
  /** Where the id is when the path has none. */
  parameter?: { name: string; id: RegExp }
  page: (id: string) => string
  player: (id: string) => string
}[] = [
  {
    provider: 'youtube',
    pattern: new RegExp(
      `^(?:youtu\\.be/${youtube}|youtube(?:-nocookie)?\\.com/(?:embed|shorts|live)/${youtube}|youtube\\.com/watch)/?$`,
    ),
    parameter: { name: 'v', id: new RegExp(`^${youtubeIdPattern}$`) },
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    provider: 'vimeo',
    pattern: /^(?:vimeo\.com|player\.vimeo\.com\/video)\/(\d{4,12})\/?$/,
    page: (id) => `https://vimeo.com/${id}`,
    player: (id) => `https://player.vimeo.com/video/${id}?dnt=1`,
  },
  {
    provider: 'bilibili',
    pattern: /^(?:bilibili\.com\/video\/(BV\w{10})\/?|player\.bilibili\.com\/player\.html)$/,
    parameter: { name: 'bvid', id: /^BV\w{10}$/ },
    page: (id) => `https://www.bilibili.com/video/${id}`,
    player: (id) => `https://player.bilibili.com/player.html?bvid=${id}&autoplay=0`,
  },
  {
    provider: 'youku',
    pattern: /^(?:v\.youku\.com\/v_show\/id_|player\.youku\.com\/embed\/)(\w{6,30}={0,2})(?:\.html)?\/?$/,
    page: (id) => `https://v.youku.com/v_show/id_${id}.html`,
    player: (id) => `https://player.youku.com/embed/${id}`,
  },
  {
    provider: 'tencent',
    pattern: /^v\.qq\.com\/(?:x\/(?:page|cover\/\w+)\/(\w{8,20})\.html|txp\/iframe\/player\.html)$/,
    parameter: { name: 'vid', id: /^\w{8,20}$/ },
    page: (id) => `https://v.qq.com/x/page/${id}.html`,
    player: (id) => `https://v.qq.com/txp/iframe/player.html?vid=${id}&auto=0`,
  },
  {
    provider: 'codepen',
    pattern: /^codepen\.io\/[\w-]{1,60}\/(?:pen|embed|full|details)\/([A-Za-z]{4,40})\/?$/,
    page: (id) => `https://codepen.io/anon/pen/${id}`,
    player: (id) => `https://codepen.io/anon/embed/${id}?default-tab=result`,
  },
  {
    provider: 'jsfiddle',
    pattern: /^jsfiddle\.net\/(?:[\w-]{1,60}\/)?((?!embedded)[a-z\d]{6,10})\/?(?:embedded\/.*)?$/,
    page: (id) => `https://jsfiddle.net/${id}/`,
    player: (id) => `https://jsfiddle.net/${id}/embedded/`,
  },
  {
    provider: 'shadertoy',
    pattern: /^shadertoy\.com\/(?:view|embed)\/(\w{6})$/,
    page: (id) => `https://www.shadertoy.com/view/${id}`,
    player: (id) => `https://www.shadertoy.com/embed/${id}?gui=true&t=0&paused=true`,
  },
]
