import { NotFound } from '#shell/index.ts'

/** Every address that is no page answers 404 and says so in words. */
export function loader() {
  throw new Response(null, { status: 404 })
}

export default function NotFoundPage() {
  return <NotFound />
}
