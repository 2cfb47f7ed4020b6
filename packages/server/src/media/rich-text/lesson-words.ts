import { type CalloutTone, calloutTones } from '@lantern/contract/media/rich-text.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'

/** What has to be added to a lesson, in the lesson's own language (which need not be a language of the interface). */
interface LessonWords {
  overview: string
  footnotes: string
  missingPicture: string
  missingVideo: string
  missingPart: string
  /** The chapter of what stands in no outline of the course that it came with. */
  furtherPages: string
  /** The two answers of a true/false question. */
  yes: string
  no: string
  tones: Record<CalloutTone, string>
}

const words: Record<ContentLanguage, LessonWords> = {
  zh: {
    overview: '概览',
    footnotes: '注释',
    missingPicture: '缺少图片',
    missingVideo: '缺少视频',
    missingPart: '缺少引用的段落',
    furtherPages: '更多内容',
    yes: '正确',
    no: '错误',
    tones: tones('说明', '提示', '注意', '讲解', '想一想', '演示', '回顾', '小结', '自测'),
  },
  en: {
    overview: 'Overview',
    footnotes: 'Notes',
    missingPicture: 'Picture missing',
    missingVideo: 'Video missing',
    missingPart: 'Included part missing',
    furtherPages: 'Further material',
    yes: 'True',
    no: 'False',
    tones: tones('Note', 'Tip', 'Careful', 'Why', 'Think about it', 'Demo', 'Review', 'Recap', 'Check yourself'),
  },
  ja: {
    overview: '概要',
    footnotes: '注',
    missingPicture: '画像がありません',
    missingVideo: '動画がありません',
    missingPart: '参照された部分がありません',
    furtherPages: 'その他の教材',
    yes: '正しい',
    no: '誤り',
    tones: tones('補足', 'ヒント', '注意', '解説', '考えてみよう', 'デモ', '復習', 'まとめ', '確認'),
  },
  ko: {
    overview: '개요',
    footnotes: '주석',
    missingPicture: '그림 없음',
    missingVideo: '동영상 없음',
    missingPart: '포함된 부분 없음',
    furtherPages: '추가 자료',
    yes: '맞음',
    no: '틀림',
    tones: tones('참고', '팁', '주의', '설명', '생각해 보기', '시연', '복습', '요약', '확인'),
  },
  ru: {
    overview: 'Обзор',
    footnotes: 'Примечания',
    missingPicture: 'Нет изображения',
    missingVideo: 'Нет видео',
    missingPart: 'Нет вставленного фрагмента',
    furtherPages: 'Дополнительные материалы',
    yes: 'Верно',
    no: 'Неверно',
    tones: tones(
      'Примечание',
      'Совет',
      'Внимание',
      'Пояснение',
      'Подумайте',
      'Демонстрация',
      'Повторение',
      'Итог',
      'Проверьте себя',
    ),
  },
  es: {
    overview: 'Introducción',
    footnotes: 'Notas',
    missingPicture: 'Falta la imagen',
    missingVideo: 'Falta el vídeo',
    missingPart: 'Falta la parte incluida',
    furtherPages: 'Más materiales',
    yes: 'Verdadero',
    no: 'Falso',
    tones: tones(
      'Nota',
      'Consejo',
      'Atención',
      'Explicación',
      'Piénsalo',
      'Demostración',
      'Repaso',
      'Resumen',
      'Compruébalo',
    ),
  },
  fr: {
    overview: 'Présentation',
    footnotes: 'Notes',
    missingPicture: 'Image manquante',
    missingVideo: 'Vidéo manquante',
    missingPart: 'Passage inclus manquant',
    furtherPages: 'Autres contenus',
    yes: 'Vrai',
    no: 'Faux',
    tones: tones(
      'Remarque',
      'Astuce',
      'Attention',
      'Explication',
      'À vous de réfléchir',
      'Démonstration',
      'Révision',
      'En résumé',
      'Vérifiez',
    ),
  },
  de: {
    overview: 'Überblick',
    footnotes: 'Anmerkungen',
    missingPicture: 'Bild fehlt',
    missingVideo: 'Video fehlt',
    missingPart: 'Eingefügter Teil fehlt',
    furtherPages: 'Weitere Inhalte',
    yes: 'Richtig',
    no: 'Falsch',
    tones: tones(
      'Hinweis',
      'Tipp',
      'Achtung',
      'Erklärung',
      'Denk nach',
      'Vorführung',
      'Wiederholung',
      'Fazit',
      'Prüfe dich',
    ),
  },
  pt: {
    overview: 'Introdução',
    footnotes: 'Notas',
    missingPicture: 'Imagem em falta',
    missingVideo: 'Vídeo em falta',
    missingPart: 'Parte incluída em falta',
    furtherPages: 'Mais conteúdos',
    yes: 'Verdadeiro',
    no: 'Falso',
    tones: tones(
      'Nota',
      'Dica',
      'Atenção',
      'Explicação',
      'Pense nisso',
      'Demonstração',
      'Revisão',
      'Resumo',
      'Verifique',
    ),
  },
}

export function wordsOf(language: ContentLanguage): LessonWords {
  return words[language]
}

/** Every name that a tone has in some language. */
export function calloutNames(tone: CalloutTone): ReadonlySet<string> {
  return namesOfTones[tone]
}

function tones(
  note: string,
  tip: string,
  warn: string,
  explain: string,
  ask: string,
  demo: string,
  review: string,
  recap: string,
  assess: string,
): Record<CalloutTone, string> {
  return { note, tip, warn, explain, ask, demo, review, recap, assess }
}

const toneOfKind: Record<string, CalloutTone> = {
  note: 'note',
  info: 'note',
  sidenote: 'note',
  旁注: 'note',
  注: 'note',
  nota: 'note',
  remark: 'note',
  abstract: 'note',
  tip: 'tip',
  hint: 'tip',
  提示: 'tip',
  success: 'tip',
  dica: 'tip',
  consejo: 'tip',
  warn: 'warn',
  warning: 'warn',
  important: 'warn',
  importante: 'warn',
  caution: 'warn',
  danger: 'warn',
  attention: 'warn',
  注意: 'warn',
  重要: 'warn',
  警告: 'warn',
  error: 'warn',
  bug: 'warn',
  explain: 'explain',
  details: 'explain',
  ask: 'ask',
  question: 'ask',
  exercise: 'ask',
  demo: 'demo',
  example: 'demo',
  review: 'review',
  recap: 'recap',
  summary: 'recap',
  小结: 'recap',
  assess: 'assess',
  quiz: 'assess',
}

/** The tone of an admonition's kind as authors write it; null for a kind nobody has told us about. */
export function toneOf(kind: string): CalloutTone | null {
  return toneOfKind[kind.toLowerCase()] ?? null
}

const namesOfTones = Object.fromEntries(
  calloutTones.map((tone) => [tone, new Set(Object.values(words).map((language) => language.tones[tone]))]),
) as Record<CalloutTone, Set<string>>
