import {
  address,
  choice,
  colour,
  type Fields,
  group,
  ids,
  image,
  integer,
  lines,
  link,
  list,
  onOff,
  ratio,
  required,
  rich,
  text,
  time,
} from './fields.ts'

// Every kind of block that a page is built of, with its fields. Names of fields and choices are the specification's.

const title = text(135)
const shortText = lines(1000)

export const actionFields = {
  id: text(60),
  type: choice('button', 'link', 'secondary-button', 'tertiary-button'),
  theme: choice('default', 'light', 'dark', 'premium'),
  label: text(45),
  url: link,
} as const satisfies Fields
const actions = list(actionFields, 4)

export const descriptionTypes = ['rich', 'xlarge', 'large', 'regular', 'small', 'caption'] as const
/** `rich` is inserted as HTML, after it was sanitized; the others are sizes of plain text. */
const description = group({
  type: choice('regular', 'rich', 'xlarge', 'large', 'small', 'caption'),
  value: rich(),
  color: colour,
})

/** A film, a picture, or the look of the campus, for which nothing has to be given. `color` lies under all of them. */
const background = group({ type: choice('picture', 'video', 'university'), value: image, color: colour })

const media = group({
  type: choice('image', 'youtube', 'iframe', 'video'),
  cover: image,
  /** The film or document; a YouTube film by its id of 11 characters. */
  source: text(2000),
})

const tile = { background, title: required(title), description: shortText, link } as const satisfies Fields
const card = {
  title: required(title),
  subtitle: text(135),
  description,
  media,
  action: group({ label: text(45), url: link }),
  link,
} as const satisfies Fields
const menu = {
  title: required(text(45)),
  url: link,
  subs: list({ title: required(text(45)), url: required(link) }, 12),
} as const satisfies Fields

const gridColumns = choice('4', '2', '3', '6')

interface BlockKind {
  /** Under which heading the builder offers it. */
  group: 'top' | 'cards' | 'catalog' | 'text' | 'media' | 'menus' | 'frames'
  fields: Fields
  /** Whether other blocks lie inside; `columns`: each of them in a column of its own. */
  children?: 'any' | 'columns'
}

export const blockKinds = {
  hero: {
    group: 'top',
    fields: {
      items: list({ headline: required(title), subtitle: text(135), background, description, actions, media }, 8, 1),
    },
  },
  banner: {
    group: 'top',
    fields: {
      /** The page that the filters below lead to: `/{tagKey}/?k=["mod:{module}"]`. */
      tagKey: text(60),
      modules: list({ module: required(text(60)), label: required(text(45)) }, 20),
      items: list({ background, title: required(title), subtitle: text(135), description, actions, link }, 10, 1),
    },
  },
  jumbotron: {
    group: 'top',
    fields: { title: required(title), subtitle: text(135), description, background, actions },
  },
  deals: {
    group: 'top',
    fields: {
      background,
      title: required(title),
      description,
      label: text(45),
      countdown: group({ title: text(90), endTime: time, link }),
    },
  },

  tiles: {
    group: 'cards',
    fields: { layout: choice('square', 'rectangle', 'bar', 'frame'), columns: gridColumns, items: list(tile, 24, 1) },
  },
  'triple-tile': { group: 'cards', fields: { items: list(tile, 3, 3) } },
  'image-cards': {
    group: 'cards',
    fields: {
      style: choice('col4', 'col3', 'col6'),
      items: list({ image: required(image), title, link }, 48, 1),
    },
  },
  commodities: {
    group: 'cards',
    fields: {
      columns: gridColumns,
      /** The price as it is written, with its currency. */
      items: list({ image, name: required(title), price: text(30), link }, 48, 1),
    },
  },
  'partner-cards': {
    group: 'cards',
    fields: { columns: choice('6', '4', '3', '2'), items: list({ image: required(image), url: link }, 48, 1) },
  },
  'tiny-cards': {
    group: 'cards',
    fields: {
      columns: choice('4', '3', '2', '6'),
      items: list({ name: required(title), subtitle: text(135), url: required(link), image }, 48, 1),
    },
  },
  'heading-cards': {
    group: 'cards',
    fields: {
      heading: required(title),
      description,
      /** Three cards in a row, or four. */
      style: choice('triple', 'quadruple'),
      items: list(card, 24, 1),
    },
  },
  cards: { group: 'cards', fields: { columns: gridColumns, items: list(card, 48, 1) } },
  quotes: {
    group: 'cards',
    fields: {
      columns: choice('3', '2', '4', '6'),
      items: list(
        { image, name: required(text(70)), description, background, action: group({ label: text(45), url: link }) },
        24,
        1,
      ),
    },
  },

  'promo-cards': {
    group: 'catalog',
    fields: { name: required(title), url: link, ids: required(ids('tutorial', 200)) },
  },
  'bundle-cards': { group: 'catalog', fields: { name: required(title), url: link, ids: required(ids('bundle', 100)) } },
  /** One of the catalogue's own lists, with its filters and everything in it. */
  'catalog-list': {
    group: 'catalog',
    fields: {
      list: choice('free', 'new', 'advance', 'discount', 'educators', 'tutorials', 'projects', 'courses'),
      showFilters: onOff(true),
    },
  },
  /** Filters that lead on to the search, with the topics of the site in groups where the bar has them. */
  'filter-bar': {
    group: 'catalog',
    fields: { bar: choice('newcnlanding', 'default', 'landing', 'cnlanding', 'educators', 'submission', 'banner') },
  },
  /** The way from the first lesson to the last, by skill level. */
  'learning-path': { group: 'catalog', fields: {} },
  /** The packages of the page, as its filters and sortings offer them. */
  'assets-list': {
    group: 'catalog',
    fields: { name: title, columns: gridColumns, pageSize: integer(4, 48, 12) },
  },
  filters: { group: 'catalog', fields: { showSortings: onOff(true) } },

  heading: {
    group: 'text',
    fields: {
      level: choice('h2', 'h1', 'h3', 'h4', 'h5', 'h6'),
      value: required(title),
      color: colour,
      /** The anchor by which links reach it. */
      id: text(60),
    },
  },
  description: { group: 'text', fields: description.fields },
  abstract: { group: 'text', fields: { title: required(title), description, image, link } },
  callout: {
    group: 'text',
    fields: { tone: choice('info', 'good', 'warn', 'bad'), title: required(title), description, actions },
  },
  faq: {
    group: 'text',
    fields: {
      style: choice('collapse', 'decimal', 'initial', 'none'),
      /** By its id links reach a question, the same in all languages; without one by the words of its title. */
      items: list({ title: required(text(225)), text: required(rich(20_000)), id: text(60) }, 100, 1),
    },
  },
  rule: {
    group: 'text',
    fields: {
      style: choice('solid', 'dashed', 'dotted', 'double'),
      color: colour,
      /** In pixels. */
      width: integer(1, 16, 1),
    },
  },

  'media-text': {
    group: 'media',
    fields: { side: choice('left', 'right'), media, title: required(title), description, actions },
  },
  media: {
    group: 'media',
    fields: {
      type: choice('image', 'youtube', 'iframe', 'video'),
      cover: image,
      source: text(2000),
      caption: text(225),
    },
  },
  iframe: {
    group: 'media',
    fields: { title: required(title), src: required(address), height: integer(100, 2000, 480) },
  },
  'form-frame': {
    group: 'media',
    fields: { title, src: required(address), height: integer(100, 4000, 640) },
  },

  'nav-bar': {
    group: 'menus',
    fields: { logo: image, items: list(menu, 12, 1), showSearch: onOff(true), showCart: onOff(true) },
  },
  'mobile-menu': { group: 'menus', fields: { items: list(menu, 12, 1) } },
  navs: { group: 'menus', fields: { look: choice('row', 'column'), items: list(menu, 24, 1) } },
  'cookie-bar': { group: 'menus', fields: { text: lines(500), url: link } },

  container: {
    group: 'frames',
    children: 'any',
    fields: { width: choice('normal', 'reading', 'full'), background },
  },
  panel: { group: 'frames', children: 'columns', fields: { background } },
  layout: {
    group: 'frames',
    children: 'columns',
    fields: { columns: ratio('1:1'), background },
  },
  alignment: {
    group: 'frames',
    children: 'any',
    fields: {
      align: choice('left', 'center', 'right', 'center-left'),
      /** In percent of what surrounds it. */
      width: integer(10, 100, 100),
    },
  },
  tooltip: {
    group: 'frames',
    children: 'any',
    fields: {
      type: choice('normal', 'success', 'warning', 'error'),
      position: choice('top', 'left', 'bottom', 'right', 'bottom-left'),
      text: required(text(225)),
    },
  },
} as const satisfies Record<string, BlockKind>

export type BlockKindName = keyof typeof blockKinds

export function isBlockKind(name: string): name is BlockKindName {
  return Object.hasOwn(blockKinds, name)
}

/** What holds for the page as a whole, in one language. They go over the wire as `extendedProperties`. */
export const pageFields = {
  title: required(title),
  description: lines(225),
  /** Shown where the page is shared. */
  image,
  headerTheme: choice('default', 'dark', 'transparent', 'hidden'),
  hideSearch: onOff(false),
  noIndex: onOff(false),
} as const satisfies Fields
