import type { getDraft } from '@lantern/contract/authoring/drafts.ts'
import { emptyQuestion } from '@lantern/contract/authoring/empty-forms.ts'
import { quizQuestionsFaults } from '@lantern/contract/authoring/faults.ts'
import type { QuestionForm, QuizForms, QuizQuestions } from '@lantern/contract/authoring/forms.ts'
import { quizLimits } from '@lantern/contract/quiz/faults.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import type { DraftOf } from '../editor-shell/draft-editor-state.ts'
import { useDraftState, useEditorTools, usePart, useWantedThing } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { PanelGrid } from '../editor-shell/panel-grid.tsx'
import { QuestionExchange } from '../exchange/index.ts'
import { VersionRangeFields } from '../fields/version-range-fields.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { addQuestion, copyOfQuestion, editQuestion, moveQuestion, removeQuestion } from './question-edits.ts'
import { QuestionIndex } from './question-index.tsx'
import { QuestionSettings } from './question-settings.tsx'
import { toFaults } from './to-faults.ts'

/**
 * The questions: a list to jump and to order by, and the one that is open. Only that one has editors, so that five
 * hundred questions open and change as quickly as five.
 */
export function QuestionsPanel() {
  const t = useMessages()
  const { draftEditor, versions, addReferences, say } = useEditorTools<QuizForms>()
  const { form, errorOf } = usePart<QuizForms, 'questions'>('questions')
  const { draft, forms, touched, refusals } = useDraftState<QuizForms>()
  const { general } = forms
  const { questions } = form
  const [openId, setOpenId] = useState(questions[0]?.id ?? null)
  const [deleting, setDeleting] = useState<string | null>(null)
  const at = Math.max(
    0,
    questions.findIndex(({ id }) => id === openId),
  )
  const open = questions[at]

  const openRef = useRef(open?.id)
  openRef.current = open?.id

  const edit = useCallback(
    (change: (form: QuizQuestions) => QuizQuestions) => {
      // the newest form, not the one of the last render: an editor may report late
      draftEditor.change('questions', change(draftEditor.state().forms.questions))
    },
    [draftEditor],
  )
  const onChange = useCallback(
    (id: string, change: (question: QuestionForm) => QuestionForm) => edit((now) => editQuestion(now, id, change)),
    [edit],
  )
  const faults = useMemo(
    () =>
      toFaults(
        quizQuestionsFaults(
          form,
          versions.map(({ id }) => id),
        ),
      ),
    [form, versions],
  )
  const faultsOf = useMemo(() => Map.groupBy(faults, ({ field }) => field.split('.')[1] ?? ''), [faults])
  const latestFaults = useRef(faultsOf)
  latestFaults.current = faultsOf
  /** What is left is judged. */
  const leave = useCallback(
    (id: string | undefined) => {
      for (const { field } of latestFaults.current.get(id ?? '') ?? []) draftEditor.touch('questions', field)
    },
    [draftEditor],
  )
  const openQuestion = useCallback(
    (id: string | null) => {
      leave(openRef.current)
      setOpenId(id)
    },
    [leave],
  )
  useWantedThing('questions.questions', openQuestion)
  const focusEditor = useRef(false)
  const editor = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!focusEditor.current) return
    focusEditor.current = false
    editor.current?.focus()
  })

  /** Imported questions are on the server first. */
  const readAnew = async (id: string) => {
    try {
      const latest = await call<typeof getDraft>('GET /api/learn/creator/draft/:id', { params: { id } })
      addReferences(latest.references)
      // the draft of a quiz has the forms of a quiz
      draftEditor.adopt(latest.draft as unknown as DraftOf<QuizForms>)
    } catch (error) {
      toastFailure(error, t)
    }
  }
  const add = (question: QuestionForm) => {
    if (questions.length >= quizLimits.questions) {
      return say(t('authoring.quiz_most_questions', { most: quizLimits.questions }))
    }
    edit((now) => addQuestion(now, question, open?.id))
    openQuestion(question.id)
    focusEditor.current = true
  }
  const remove = (id: string) => {
    const next = questions[at + 1] ?? questions[at - 1]
    edit((now) => removeQuestion(now, id))
    setDeleting(null)
    setOpenId(next?.id ?? null)
    focusEditor.current = true
  }
  const faultOf = (question: QuestionForm, index: number): string | undefined => {
    const own = faultsOf.get(question.id)?.find(({ field }) => touched.has(`questions.${field}`))
    if (own) return t(own.key, own.values)
    // a shape is refused by its place, everything else by its id
    const names = [`questions.questions.${question.id}.`, `questions.questions.${index}.`]
    const refused = Object.keys(refusals).find((name) => names.some((start) => name.startsWith(start)))
    return refused && refusals[refused]
  }

  return (
    <>
      <PanelGrid
        start={
          <FieldPlace name="questions.questions">
            <QuestionIndex
              questions={questions}
              openId={open?.id ?? null}
              problem={errorOf('questions')}
              faultOf={faultOf}
              onOpen={openQuestion}
              onMove={(from, to) => {
                edit((now) => moveQuestion(now, from, to))
                return to
              }}
              onAdd={() => add(emptyQuestion())}
            />
          </FieldPlace>
        }
        sideLabel={t('authoring.quiz_settings')}
        side={
          <>
            {open && <QuestionSettings question={open} onChange={onChange} />}
            <h2>{t('authoring.quiz_whole')}</h2>
            <VersionRangeFields part="questions" />
            {draft && (
              <QuestionExchange
                quizId={draft.id}
                language={general.language}
                questionCount={questions.length}
                baseVersion={() => draftEditor.state().draft?.partVersions.questions ?? 0}
                beforeAct={() => draftEditor.flush()}
                onImported={() => void readAnew(draft.id)}
              />
            )}
          </>
        }
      >
        {open ? (
          <FieldPlace key={open.id} name={`questions.questions.${open.id}`} whole>
            <QuestionEditor
              ref={editor}
              question={open}
              number={at + 1}
              total={questions.length}
              errorOf={(rest) => errorOf(`questions.${open.id}.${rest}`) ?? errorOf(`questions.${at}.${rest}`)}
              onTouch={(rest) => draftEditor.touch('questions', `questions.${open.id}.${rest}`)}
              onChange={onChange}
              onCopy={() => add(copyOfQuestion(open))}
              onDelete={() => setDeleting(open.id)}
              onGo={(step) => {
                openQuestion(questions[at + step]?.id ?? open.id)
                focusEditor.current = true
              }}
            />
          </FieldPlace>
        ) : (
          <EmptyState
            title={t('authoring.quiz_no_questions_title')}
            actions={
              <Button theme="primary" icon={<PlusIcon />} onClick={() => add(emptyQuestion())}>
                {t('authoring.quiz_add_question')}
              </Button>
            }
          >
            <p>{t('authoring.quiz_no_questions_text')}</p>
          </EmptyState>
        )}
      </PanelGrid>
      <ConfirmDialog
        open={deleting !== null}
        theme="delete"
        title={t('authoring.quiz_delete_question_title', { number: at + 1 })}
        confirmLabel={t('authoring.delete')}
        cancelLabel={t('authoring.dashboard_keep')}
        closeLabel={t('kit.close')}
        onConfirm={() => deleting !== null && remove(deleting)}
        onClose={() => setDeleting(null)}
      >
        <p>{t('authoring.quiz_delete_question_text')}</p>
      </ConfirmDialog>
    </>
  )
}
