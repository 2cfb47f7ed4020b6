import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { LinkButton } from '#ui/button.tsx'
import { FlaskConicalIcon } from '#ui/icons.tsx'
import { pressWith } from './collect-button.tsx'
import type { OpenedLab } from './lab-dialog.tsx'
import styles from './step-section.module.css'

const LabDialog = lazyPart(() => import('./lab-dialog.tsx'))

type StepLabProps = {
  itemId: string
  step: { id: string; title: string }
  /** What the author wrote: where the button leads without script. */
  labUrl: string
  /** The whole item is this lab: its dialog is there at once, and behind it there is only the way home. */
  isWholeItem?: boolean
}

/** The lab of a step, started in a dialog by a learner who is signed in. */
export function StepLab({ itemId, step, labUrl, isWholeItem = false }: StepLabProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const requireLogin = useRequireLogin()
  const [isOpen, setOpen] = useState(isWholeItem)
  // kept while the dialog is closed: the lab goes on
  const [opened, setOpened] = useState<OpenedLab | null>(null)
  const [isStarting, setStarting] = useState(false)
  const close = () => {
    setOpen(false)
    if (isWholeItem) navigate('/')
  }
  return (
    <div className={styles.lab}>
      <LinkButton
        to={labUrl}
        target="_blank"
        rel="noopener noreferrer"
        icon={<FlaskConicalIcon className="icon-s" />}
        onClick={pressWith(() => requireLogin(() => setOpen(true)))}
      >
        {t('learning.open_lab')}
        <span className="sr">{step.title}</span>
      </LinkButton>
      {isOpen && (
        <Suspense>
          <LabDialog
            itemId={itemId}
            step={step}
            opened={opened}
            onOpened={setOpened}
            isStarting={isStarting}
            onStarting={setStarting}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
