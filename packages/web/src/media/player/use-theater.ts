import { type CSSProperties, type RefObject, useEffect, useState } from 'react'

const widest = 1280
const edge = 24

/**
 * How a player that stands in any column becomes as wide as the window, in its middle. The holder keeps the place of the
 * column.
 */
export function useTheater(holder: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false)
  const [style, setStyle] = useState<CSSProperties>()
  useEffect(() => {
    if (!isOn) return
    const place = () => {
      const room = document.documentElement.clientWidth
      const width = Math.min(room - (room < 600 ? 0 : 2 * edge), widest)
      const left = holder.current?.getBoundingClientRect().left ?? 0
      const shift = (room - width) / 2 - left
      setStyle({ '--theater-width': `${width}px`, '--theater-shift': `${shift}px` } as CSSProperties)
    }
    place()
    window.addEventListener('resize', place)
    return () => window.removeEventListener('resize', place)
  }, [isOn, holder])
  useEffect(() => {
    // the wider player is taller too
    if (style && isOn) holder.current?.scrollIntoView?.({ block: 'nearest' })
  }, [style, isOn, holder])
  return { isOn, set: setOn, style: isOn ? style : undefined }
}
