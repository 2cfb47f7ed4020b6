import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { ContentDraft } from '#catalog/index.ts'
import { saveQuizQuestions } from '#quiz/index.ts'
import { renderMarkdown } from '../import/markdown.ts'
import { renderLesson } from '../import/render-lesson.ts'
import { headingAnchors, type StepText } from '../import/steps.ts'
import type { ParentFile, TutorialFields } from './content-shapes.ts'
import { type DemoRun, demoLink, sharedDraft } from './demo-run.ts'
import { type DemoContent, type DemoLanguage, demoLanguages } from './read-content.ts'

export async function saveTutorials(run: DemoRun, { tutorials, live }: DemoContent): Promise<void> {
  for (const tutorial of tutorials) {
    const { language, slug, hash } = tutorial
    await run.save({ type: 'tutorial', slug, language, hash }, async () => {
      const { fields, lesson } = tutorial.open()
      const rendered = await renderLesson(lesson, slug, {
        link: (href) => demoLink(run, href, language),
        picture: (src) => run.picture(pathInContent(src)),
      })
      const { educator } = fields
      const [from = null, to = null] = educator?.ageRange ?? []
      return {
        ...(await sharedDraft(run, fields)),
        title: fields.title,
        summary: fields.summary,
        descriptionHtml: rendered.descriptionHtml,
        properties: fields.objective ? { objective: fields.objective } : {},
        educatorPlan: educator ? { ...educator, ageRange: { min: from, max: to } } : null,
        liveSessionIds: liveSessionsAbout(run, live, `tutorial:${slug}`, language),
        chapters: rendered.chapters,
        sections: rendered.sections.map((section, index) => ({
          ...section,
          ...stepKind(lesson.outline.steps[index], fields),
        })),
      }
    })
  }
}

function stepKind(step: StepText | undefined, { labUrl, peerQuestions }: TutorialFields) {
  const attributes = step?.attributes ?? new Map<string, string>()
  const kind = attributes.get('type')
  const isLab = kind === 'lab'
  const isSubmission = kind === 'submission'
  return {
    type: isLab ? ('lab' as const) : isSubmission ? ('submission' as const) : ('normal' as const),
    optionType: attributes.has('optional') ? ('optional' as const) : ('required' as const),
    labUrl: isLab ? (labUrl ?? null) : null,
    submissionType: isSubmission ? ('media' as const) : null,
    peerQuestions: isSubmission ? peerQuestions : [],
  }
}

/** Projects before courses: a course may hold a project. */
export async function saveParents(run: DemoRun, content: DemoContent): Promise<void> {
  for (const [type, files] of [
    ['project', content.projects],
    ['course', content.courses],
  ] as const) {
    for (const { slug, hash, data } of files) {
      for (const language of demoLanguages) {
        await run.save({ type, slug, language, hash }, async () => ({
          ...(await sharedDraft(run, data)),
          ...(await outlineWords(run, data, language)),
          liveSessionIds: liveSessionsAbout(run, content.live, `${type}:${slug}`, language),
          chapters: data.contents.map(({ chapter }) => ({ title: chapter[language] })),
          contents: data.contents.flatMap(({ items, required }, chapter) =>
            run.idsOf(items, language).map((id): ContentDraft => ({ id, required: required ?? true, chapter })),
          ),
        }))
      }
    }
  }
}

export async function saveQuizzes(run: DemoRun, { quizzes }: DemoContent): Promise<void> {
  for (const { slug, hash, data } of quizzes) {
    for (const language of demoLanguages) {
      const questions = async () =>
        Promise.all(
          data.questions.map(async (question) => ({
            body: await markup(run, question.body[language], language),
            shuffleOptions: question.shuffle ?? true,
            options: await Promise.all(
              (question.options ?? []).map(async ({ body, correct = true, match }) => ({
                body: await inline(run, body[language], language),
                correct,
                ...(match && { match: match[language] }),
              })),
            ),
            ...(question.ask && { ask: question.ask[language] }),
            ...(question.points !== undefined && { points: question.points }),
            contentIds: run.idsOf(question.contents ?? [], language),
            ...(question.feedback && {
              quizFeedback: {
                correct: await markup(run, question.feedback.correct[language], language),
                wrong: await markup(run, question.feedback.wrong[language], language),
              },
            }),
          })),
        )
      await run.save(
        { type: 'quiz', slug, language, hash },
        async () => ({
          ...(await sharedDraft(run, data)),
          ...(await wordsDraft(run, data[language], language)),
          questionsCount: data.questions.length,
        }),
        async (trx, id) => {
          const { passNumber, freezingTime = 0, timeLimit = null } = data
          const setting = { passNumber, freezingTimeInHours: freezingTime, timeLimitInMinutes: timeLimit }
          await saveQuizQuestions(trx, id, { ...setting, questions: await questions() })
        },
      )
    }
  }
}

interface Words {
  title: string
  summary: string
  description?: string
  objective?: string
  careerGoals?: string
}

export async function wordsDraft(run: DemoRun, words: Words, language: DemoLanguage) {
  const { title, summary, description, objective, careerGoals } = words
  return {
    title,
    summary,
    descriptionHtml: await markup(run, description ?? summary, language),
    properties: { ...(objective && { objective }), ...(careerGoals && { careerGoals }) },
  }
}

async function outlineWords(run: DemoRun, data: ParentFile, language: DemoLanguage) {
  const words = await wordsDraft(run, data[language], language)
  const { certificate: givesCertificate } = data
  return { ...words, properties: { ...words.properties, ...(givesCertificate && { givesCertificate }) } }
}

/** An item that a live session is about says so on its card. */
function liveSessionsAbout(
  run: DemoRun,
  live: DemoContent['live'],
  reference: string,
  language: DemoLanguage,
): string[] {
  return live
    .filter(({ data }) => data.contents?.includes(reference))
    .map(({ slug }) => run.idOf('liveSession' satisfies ItemType, slug, language))
}

function markup(run: DemoRun, markdown: string, language: DemoLanguage): Promise<string> {
  return renderMarkdown(markdown, {
    language,
    anchor: headingAnchors(),
    link: (href) => demoLink(run, href, language),
    picture: (src) => run.picture(pathInContent(src)),
  })
}

// Files name pictures from where they lie, front matter from the top of content/.
function pathInContent(src: string): string {
  return src.replace(/^(\.\.\/)+/, '')
}

/** The words of an answer, which stand in a line of their own already. */
async function inline(run: DemoRun, markdown: string, language: DemoLanguage): Promise<string> {
  const html = await markup(run, markdown, language)
  return /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(html)?.[1] ?? html
}
