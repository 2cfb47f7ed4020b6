import type { WebhookType } from '@lantern/contract/webhooks/webhook-types.ts'
import type { MessageKey } from '#kit/message-keys.ts'

export const typeNames: Readonly<Record<WebhookType, MessageKey>> = {
  'member.joined': 'webhooks.type_member_joined',
  'member.changed': 'webhooks.type_member_changed',
  'member.left': 'webhooks.type_member_left',
  'class.joined': 'webhooks.type_class_joined',
  'class.left': 'webhooks.type_class_left',
  'assignment.opened': 'webhooks.type_assignment_opened',
  'assignment.done': 'webhooks.type_assignment_done',
  'marks.released': 'webhooks.type_marks_released',
  'path.completed': 'webhooks.type_path_completed',
  'certificate.given': 'webhooks.type_certificate_given',
  'certificate.revoked': 'webhooks.type_certificate_revoked',
}

/** An address as people know it: without what every address begins with. */
export function shownAddress(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}`
}
