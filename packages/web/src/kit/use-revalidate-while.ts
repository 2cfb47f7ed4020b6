import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const everyMs = 1500

/** Reads the page again and again while the server works on something that it shows. */
export function useRevalidateWhile(isWorking: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWorking) return undefined
    const timer = setInterval(() => void revalidate(), everyMs)
    return () => clearInterval(timer)
  }, [isWorking, revalidate])
}
