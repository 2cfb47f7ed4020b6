import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'

/** A question of each kind that is no choice; what only its answer contains begins with `zz` or is 987654. */
export const otherKinds = {
  numeric: {
    body: '<p>重力加速度是多少？</p>',
    options: [],
    ask: {
      kind: 'numeric',
      answers: [{ value: 987654, tolerance: 5, percent: false, credit: 100 }],
      units: [
        { name: 'm', factor: 1 },
        { name: 'km', factor: 1000 },
      ],
    },
  },
  text: {
    body: '<p>这种贴图叫什么？</p>',
    options: [],
    ask: {
      kind: 'text',
      answers: [
        { text: 'zzShadow map', credit: 100 },
        { text: 'zzMap', credit: 50 },
      ],
      matchCase: false,
    },
  },
  ordering: {
    body: '<p>按渲染的先后排列。</p>',
    options: ['阴影', '不透明', '天空', '透明'].map((body) => ({ body, correct: true })),
    ask: { kind: 'ordering' },
  },
  matching: {
    body: '<p>各自属于哪一种？</p>',
    options: [
      { body: '太阳', correct: true, match: '平行光' },
      { body: '灯泡', correct: true, match: '点光源' },
    ],
    ask: { kind: 'matching', others: ['面光源'] },
  },
  gaps: {
    body: '<p>从[[1]]看去拍下的深度图，每边[[2]]个像素，叫做[[3]]。</p>',
    options: [],
    ask: {
      kind: 'gaps',
      gaps: [
        {
          kind: 'choice',
          answers: [
            { text: '光源', credit: 100 },
            { text: '相机', credit: 0 },
          ],
        },
        { kind: 'numeric', answers: [{ value: 987654, tolerance: 0, percent: false, credit: 100 }], units: [] },
        { kind: 'text', answers: [{ text: 'zzShadow map', credit: 100 }], matchCase: false },
      ],
    },
  },
  essay: {
    body: '<p>影子为什么会抖？</p>',
    options: [],
    ask: { kind: 'essay', least: 0, most: 200, guidance: 'zzShadow texels' },
  },
  hotspot: {
    body: '<p>哪一块更亮？</p><figure class="figure"><picture><img src="/media/images/img_zz/800.webp" alt="墙上的两块光" width="800" height="400"></picture></figure>',
    options: [],
    ask: {
      kind: 'hotspot',
      most: 2,
      areas: [
        { shape: 'rectangle', at: [0.1987654, 0.25, 0.2, 0.25] },
        { shape: 'ellipse', at: [0.75, 0.5, 0.1, 0.2] },
      ],
    },
  },
} satisfies Record<string, QuestionDraft>
