import type { BlockKindName } from '@lantern/contract/cms/block-kinds.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './kind-sketch.module.css'

// Each kind of block drawn with five strokes, on a ground of 64 by 40: `p` a picture, `b` a box, `h` a heading, `t` a line
// of text, `a` what is pressed. Numbers are left, top, width and, where it is not the usual one, height.

const sketches: Record<BlockKindName, string> = {
  hero: 'p0,0,64,40 h8,11,30 t8,18,38 a8,25,14,6 b27,36,10,2',
  banner: 'p0,2,64,24 h7,9,24 t7,16,30 b4,31,12,6 b19,31,12,6 b34,31,12,6',
  jumbotron: 'b0,2,64,36 h12,11,40 t18,19,28 a25,26,14,6',
  deals: 'b0,4,64,32 h6,11,24 t6,19,20 a36,14,6,10 a44,14,6,10 a52,14,6,10',
  tiles: 'p2,3,28,16 p34,3,28,16 p2,22,28,16 p34,22,28,16',
  'triple-tile': 'p2,3,40,34 p45,3,17,16 p45,21,17,16',
  'image-cards': 'p2,6,18,20 p23,6,18,20 p44,6,18,20 t2,30,14 t23,30,14 t44,30,14',
  commodities:
    'b2,3,18,34 b23,3,18,34 b44,3,18,34 p4,5,14,14 p25,5,14,14 p46,5,14,14 t4,23,12 t25,23,12 t46,23,12 a4,30,8,3 a25,30,8,3 a46,30,8,3',
  'partner-cards': 'b2,5,13,13 b18,5,13,13 b34,5,13,13 b50,5,12,13 b2,22,13,13 b18,22,13,13 b34,22,13,13 b50,22,12,13',
  'tiny-cards':
    'b2,5,29,13 b34,5,28,13 b2,22,29,13 b34,22,28,13 p4,7,9,9 p36,7,9,9 p4,24,9,9 p36,24,9,9 t15,10,12 t47,10,12 t15,27,12 t47,27,12',
  'heading-cards':
    'h2,3,30 p2,12,18,14 p23,12,18,14 p44,12,18,14 t2,29,16 t23,29,16 t44,29,16 t2,34,10 t23,34,10 t44,34,10',
  cards:
    'b2,3,18,34 b23,3,18,34 b44,3,18,34 p2,3,18,13 p23,3,18,13 p44,3,18,13 h4,20,12 h25,20,12 h46,20,12 t4,26,13 t25,26,13 t46,26,13',
  quotes: 'b2,5,29,30 b34,5,28,30 t6,10,20 t6,15,16 t38,10,20 t38,15,16 p6,23,8,8 p38,23,8,8 h17,25,10 h49,25,9',
  'promo-cards': 'h2,2,22 a52,3,10,3 p2,10,18,12 p23,10,18,12 p44,10,18,12 t2,25,16 t23,25,16 t44,25,16 b22,32,20,6',
  'bundle-cards':
    'h2,2,22 b2,10,29,27 b34,10,28,27 p5,13,10,10 p12,16,10,10 p37,13,10,10 p44,16,10,10 t5,30,18 t37,30,18',
  'catalog-list': 'b2,2,60,6 p2,12,14,11 t20,13,34 t20,18,22 p2,27,14,11 t20,28,34 t20,33,22',
  'filter-bar':
    'b2,4,13,6 b17,4,13,6 b32,4,13,6 a47,4,13,6 t2,17,8 b12,15,12,6 b26,15,16,6 b44,15,12,6 t2,28,8 b12,26,16,6 b30,26,12,6',
  'learning-path': 'a6,4,7,7 b8,12,3,6 a6,18,7,7 b8,26,3,6 a6,32,7,6 h18,6,26 h18,20,34 h18,33,20',
  'assets-list':
    'p2,3,13,13 p18,3,13,13 p34,3,13,13 p50,3,12,13 t2,19,10 t18,19,10 t34,19,10 t50,19,10 p2,25,13,13 p18,25,13,13 p34,25,13,13 p50,25,12,13',
  filters: 'a2,13,14,8 b19,13,14,8 b36,13,14,8 t54,16,8 t2,27,40',
  heading: 'h6,17,46',
  description: 't6,8,52 t6,14,48 t6,20,52 t6,26,44 t6,32,24',
  abstract: 'p38,6,24,28 h2,8,28 t2,16,32 t2,22,30 t2,28,20',
  callout: 'b2,8,60,24 a2,8,3,24 h10,14,24 t10,21,42',
  faq: 'b2,3,60,9 h6,6,30 b2,15,60,9 h6,18,38 b2,27,60,9 h6,30,24',
  rule: 'b4,19,56,2',
  'media-text': 'p2,5,28,30 h34,9,24 t34,17,28 t34,22,26 a34,29,12,5',
  media: 'p4,3,56,28 t16,34,32',
  iframe: 'b4,3,56,34 b4,3,56,6 a7,5,3,3 t13,5,30 t10,16,40 t10,22,34',
  'form-frame': 'h8,3,24 b8,10,48,7 b8,20,48,7 a8,31,16,6',
  'nav-bar': 'b0,12,64,15 a4,17,8,5 t18,18,8 t29,18,8 t40,18,8 p54,16,6,6',
  'mobile-menu': 'b18,2,28,36 a22,6,6,2 a22,9,6,2 t22,16,18 t22,22,14 t22,28,18',
  navs: 't4,18,10 t18,18,10 t32,18,10 t46,18,12',
  'cookie-bar': 'b0,24,64,16 t4,29,32 t4,34,22 a44,29,16,6',
  container: 'b2,2,60,36 h8,9,30 p8,17,22,14 p34,17,22,14',
  panel: 'b2,4,29,32 b33,4,29,32 h6,10,18 t6,17,20 h37,10,18 t37,17,20',
  layout: 'b2,4,39,32 b43,4,19,32 t6,10,30 t6,16,26 t47,10,11 t47,16,9',
  alignment: 'b12,8,40,24 t20,14,24 t24,20,16 a27,25,10,4',
  tooltip: 'b14,4,36,14 t18,10,26 a29,18,6,4 h20,29,24',
}

const height: Record<string, number> = { h: 4, t: 2 }

/** What a kind of block looks like, roughly. */
export function KindSketch({ kind, className }: { kind: BlockKindName; className?: string }) {
  return (
    <svg className={classNames(styles.sketch, className)} viewBox="0 0 64 40" aria-hidden="true">
      {sketches[kind].split(' ').map((stroke) => {
        const mark = stroke.charAt(0)
        const [x, y, width, tall = height[mark] ?? 4] = stroke.slice(1).split(',').map(Number)
        const rounding = mark === 'p' || mark === 'b' ? 2 : 1
        return <rect key={stroke} className={styles[mark]} x={x} y={y} width={width} height={tall} rx={rounding} />
      })}
    </svg>
  )
}
