import { useId, useSyncExternalStore } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

/** Shows what the visitor chose on this device. What a press does stands in first-theme.js, which is there before React. */
export function ThemeChoice({ className }: { className?: string | undefined }) {
  const t = useMessages()
  const group = useId()
  const theme = useSyncExternalStore<Theme>(subscribe, currentTheme, () => 'system')
  return (
    <SegmentedControl
      className={className}
      label={t('shell.theme')}
      value={theme}
      // of each its own: radios of one name are one choice, and the page may offer it twice
      name={`theme ${group}`}
      options={themes.map((value) => ({ value, label: t(`shell.theme_${value}`) }))}
    />
  )
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return themes.find((theme) => theme === chosen) ?? 'system'
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
