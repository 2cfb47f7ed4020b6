import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#kit/later.tsx'

const Part = lazyPart(async () => ({ default: (await import('./step-tool.tsx')).StepTool }))

/** Few lessons have a tool: its script comes with those alone. */
export function StepTool(props: ComponentProps<typeof Part>) {
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}
