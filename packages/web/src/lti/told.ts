import { useMessages } from '#kit/messages.tsx'

/** What a tool is told of whoever opens it, as a sentence. */
export function useTold() {
  const t = useMessages()
  return ({ sendsName, sendsMail }: { sendsName: boolean; sendsMail: boolean }) => {
    if (sendsName && sendsMail) return t('lti.told_both')
    if (sendsName) return t('lti.told_only_name')
    return t(sendsMail ? 'lti.told_only_mail' : 'lti.told_nothing')
  }
}
