import type { AnyForms, EditedType } from '@lantern/contract/authoring/forms.ts'
import { editLink } from '@lantern/contract/links.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import {
  type EditorData,
  LiveSessionEditor,
  type LiveSessionForms,
  OutlineEditor,
  type OutlineForms,
  QuizEditor,
  type QuizForms,
  readEditor,
  TutorialEditor,
  type TutorialForms,
  takeBegun,
} from '#authoring/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'
import { StepToolField, type StepToolFieldProps } from '#lti/index.ts'
import type { Route } from './+types/edit.ts'

export { links } from 'virtual:authors-sheet'

// /{type}/{id}/edit and /{type}/0/new, and both under /campus/.

export const handle = { headerTheme: 'hidden' }

interface Opened<Forms extends AnyForms> {
  data: EditorData<Forms>
  campus: boolean
}

const toolField = (field: StepToolFieldProps) => <StepToolField {...field} />

// the forms that come are those of the type
const editors: Record<EditedType, (opened: Opened<never>) => React.ReactNode> = {
  tutorial: (opened: Opened<TutorialForms>) => <TutorialEditor {...opened} toolField={toolField} />,
  quiz: (opened: Opened<QuizForms>) => <QuizEditor {...opened} />,
  project: (opened: Opened<OutlineForms>) => <OutlineEditor type="project" {...opened} />,
  course: (opened: Opened<OutlineForms>) => <OutlineEditor type="course" {...opened} />,
  liveSession: (opened: Opened<LiveSessionForms>) => <LiveSessionEditor {...opened} />,
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const type = typeOf(params.type)
  // new has the id that creates
  const id = idOf(params) ?? '0'
  const campus = url.pathname.startsWith('/campus/')
  const { call, locale } = apiOf(context)
  if (!type) throw data(null, { status: 404 })
  try {
    const editor = await readEditor(call, { type, id, campus, language: contentLanguage(locale) })
    if (!editor) throw data(null, { status: 404 })
    const { draft } = editor
    // what belongs to the campus is edited by the calls of the campus, and nothing else is
    if (draft && (draft.learnOptionType === 'campus') !== campus) {
      throw redirect(editLink(draft, { campus: !campus }) + url.search)
    }
    return { type, campus, editor }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    // who may not is not told apart from what is not there
    if (error instanceof ApiError && error.status === 403) throw data(null, { status: 404 })
    throw error
  }
}

/** A new item continues in the same editor under the address of its draft, also without a network. */
export async function clientLoader({ params, serverLoader, url }: Route.ClientLoaderArgs) {
  const editor = takeBegun(idOf(params))
  if (!editor?.draft) return serverLoader()
  return { type: editor.draft.type, campus: url.pathname.startsWith('/campus/'), editor }
}

/** The editor knows the draft better than the server does: another tab of the same editor reads nothing anew. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate
}

export function meta() {
  return [{ name: 'robots', content: 'noindex' }]
}

export default function EditPage({ loaderData }: Route.ComponentProps) {
  const { type, campus, editor } = loaderData
  const Editor = editors[type]
  return <Editor key={editor.editor} data={editor as never} campus={campus} />
}

function idOf(params: object): string | undefined {
  return 'id' in params && typeof params.id === 'string' ? params.id : undefined
}

function typeOf(text: string): EditedType | null {
  return Object.hasOwn(editors, text) ? (text as EditedType) : null
}
