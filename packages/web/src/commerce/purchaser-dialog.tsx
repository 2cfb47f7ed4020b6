import type { collectPurchasedUser } from '@lantern/contract/commerce/purchasers.ts'
import { useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import styles from './purchaser-fields.module.css'
import { PurchaserInputs, usePurchaserForm } from './purchaser-fields.tsx'

interface PurchaserDialogProps {
  course: { id: string; title: string }
  onClose: () => void
}

const formId = 'purchaser-info'

/** Asks who buys a campus course. A press beside it does not close it: the input would be lost. */
export function PurchaserDialog({ course, onClose }: PurchaserDialogProps) {
  const t = useMessages()
  const form = usePurchaserForm()
  const [isBusy, setBusy] = useState(false)
  const inputs = useRef<HTMLFormElement>(null)

  async function save() {
    if (isBusy) return
    if (!form.touchAll()) {
      inputs.current?.querySelector<HTMLInputElement>(`[name="${firstInvalid(form)}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      const { fullName, email, phone } = form.fields
      const { success } = await call<typeof collectPurchasedUser>('POST /api/campus/collectPurchasedUser', {
        body: {
          fullName: fullName.value.trim(),
          email: email.value.trim(),
          phone: phone.value.trim(),
          courseId: course.id,
          courseName: course.title,
        },
      })
      if (!success) throw new Error('not saved')
      toast({ tone: 'info', text: t('saved_successfully') })
      onClose()
    } catch (error) {
      form.showFailure(error)
      toast({ tone: 'bad', text: t('saved_failed') })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutside
      title={t('commerce.purchaser_thanks')}
      closeLabel={t('kit.close')}
      footer={
        <Button type="submit" form={formId} theme="primary" busy={isBusy}>
          {t('commerce.purchaser_confirm')}
        </Button>
      }
    >
      <form
        ref={inputs}
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <p className={`muted ${styles.wide}`}>{t('commerce.purchaser_lead', { title: course.title })}</p>
        <PurchaserInputs form={form} />
      </form>
    </Dialog>
  )
}

function firstInvalid(form: ReturnType<typeof usePurchaserForm>): string {
  return (['fullName', 'phone', 'email'] as const).find((name) => !form.isFieldValid(name)) ?? ''
}
