import { useEffect, useState } from 'react'

/** Whether the policy of the page, which was sent with it, does not know the site of a frame that came to it later. */
export function useFrameRefusal(address: string): boolean {
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const { origin } = new URL(address)
    const hear = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) setRefused(true)
    }
    document.addEventListener('securitypolicyviolation', hear)
    return () => document.removeEventListener('securitypolicyviolation', hear)
  }, [address])
  return isRefused
}
