// What the fields of a block may be, as plain data: the builder makes its forms of it, the server checks by it, the
// page reads by it. Nothing here knows a kind of block.

import type { RichText } from '../media/rich-document.ts'

/** A picture of the media library or of another site. Width and height keep its place on the page; 0 when unknown. */
export interface CmsImage {
  value: string
  alt: string
  width: number
  height: number
}

interface Rule {
  /** A page is not published without it. */
  required?: true
}

export interface TextRule extends Rule {
  is: 'text'
  /** In characters. */
  longest: number
  lines?: 'many'
}
/** Formatted text: a document or HTML in a draft, sanitized HTML everywhere else. */
export interface RichRule extends Rule {
  is: 'rich'
  longest: number
}
export interface ChoiceRule<C extends string = string> extends Rule {
  is: 'choice'
  choices: readonly C[]
  default: C
}
export interface IntegerRule extends Rule {
  is: 'integer'
  min: number
  max: number
  default: number
}
export interface SwitchRule extends Rule {
  is: 'switch'
  default: boolean
}
/** `#rrggbb`, or empty for the colour of the surroundings. */
export interface ColourRule extends Rule {
  is: 'colour'
}
/** Where a person is led: a path of this site, an anchor, https, http or mailto. */
export interface LinkRule extends Rule {
  is: 'link'
}
/** An https address whose document or film is shown on the page. */
export interface AddressRule extends Rule {
  is: 'address'
}
export interface ImageRule extends Rule {
  is: 'image'
}
/** A moment, ISO 8601 in UTC; empty for none. */
export interface TimeRule extends Rule {
  is: 'time'
}
/** Shares of the columns of a row, as in `2:1`. */
export interface RatioRule extends Rule {
  is: 'ratio'
  default: string
}
/** Things of the catalogue, in the order they are shown. */
export interface IdsRule extends Rule {
  is: 'ids'
  of: 'tutorial' | 'bundle'
  most: number
}
export interface GroupRule<F extends Fields = Fields> extends Rule {
  is: 'group'
  fields: F
}
export interface ListRule<F extends Fields = Fields> extends Rule {
  is: 'list'
  of: F
  most: number
  least?: number
}

export type FieldRule =
  | TextRule
  | RichRule
  | ChoiceRule
  | IntegerRule
  | SwitchRule
  | ColourRule
  | LinkRule
  | AddressRule
  | ImageRule
  | TimeRule
  | RatioRule
  | IdsRule
  | GroupRule
  | ListRule

export type Fields = { readonly [name: string]: FieldRule }

export type ValueOf<F> = F extends { is: 'choice'; choices: readonly (infer C)[] }
  ? C
  : F extends { is: 'integer' }
    ? number
    : F extends { is: 'switch' }
      ? boolean
      : F extends { is: 'rich' }
        ? RichText
        : F extends { is: 'image' }
          ? CmsImage
          : F extends { is: 'ids' }
            ? string[]
            : F extends { is: 'group'; fields: infer G }
              ? ValuesOf<G>
              : F extends { is: 'list'; of: infer G }
                ? ValuesOf<G>[]
                : string

export type ValuesOf<F> = { -readonly [K in keyof F]: ValueOf<F[K]> }

export const text = (longest: number) => ({ is: 'text', longest }) as const
export const lines = (longest: number) => ({ is: 'text', longest, lines: 'many' }) as const
export const rich = (longest = 200_000) => ({ is: 'rich', longest }) as const
export const choice = <const C extends readonly [string, ...string[]]>(...choices: C) =>
  ({ is: 'choice', choices, default: choices[0] }) as const
export const integer = (min: number, max: number, initial: number) =>
  ({ is: 'integer', min, max, default: initial }) as const
export const onOff = (initial: boolean) => ({ is: 'switch', default: initial }) as const
export const colour = { is: 'colour' } as const
export const link = { is: 'link' } as const
export const address = { is: 'address' } as const
export const image = { is: 'image' } as const
export const time = { is: 'time' } as const
export const ratio = (initial: string) => ({ is: 'ratio', default: initial }) as const
export const ids = (of: 'tutorial' | 'bundle', most: number) => ({ is: 'ids', of, most }) as const
export const group = <const F extends Fields>(fields: F) => ({ is: 'group', fields }) as const
export const list = <const F extends Fields>(of: F, most: number, least = 0) =>
  ({ is: 'list', of, most, least }) as const
export const required = <const R extends FieldRule>(rule: R) => ({ ...rule, required: true }) as const
