import { DescriptionText } from '../description.tsx'
import type { BlockProps } from '../page-context.ts'

export function DescriptionBlock({ block: { fields } }: BlockProps<'description'>) {
  return <DescriptionText description={fields} />
}
