import type { updateCart } from '@lantern/contract/commerce/cart.ts'
import { redirectOrNull } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { cartRefusalOf } from '#commerce/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import type { Route } from './+types/cart-add.ts'
import { requirePerson } from './own-page.ts'

/** /personal/cart: leads to one's own cart; a button of an item, pressed before or without script, puts it in first. */
export async function loader({ context }: Route.LoaderArgs) {
  return redirect(`/personal/cart/${await requirePerson(apiOf(context), '/personal/cart')}`)
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = apiOf(context)
  const form = await request.formData()
  const id = String(form.get('id') ?? '')
  // a guest comes back to the button after signing in: the cart would be empty
  const userId = await requirePerson(api, redirectOrNull(form.get('from')?.toString()) ?? '/personal/cart')
  try {
    await api.call<typeof updateCart>('POST /api/learn/cn/personal/cart/update', { body: { itemIds: [id] } })
  } catch (error) {
    const refusal = error instanceof ApiError ? cartRefusalOf(error.code) : null
    if (!refusal) throw error
    return redirect(`/personal/cart/${userId}?refused=${refusal}`)
  }
  return redirect(`/personal/cart/${userId}`)
}

export default function CartAdd() {
  return null
}
