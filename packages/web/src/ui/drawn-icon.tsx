import { classNames } from './class-names.ts'

/** An icon of these lines, hidden from screen readers: what is beside it says what it means. */
export function drawnIcon(lines: string) {
  return ({ className }: { className?: string }) => (
    <svg
      className={classNames('lucide', className)}
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: lines }}
    />
  )
}
