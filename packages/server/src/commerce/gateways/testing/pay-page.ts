import { type Answer, type CallbackFault, callbackFaults, type LocalCall, type LocalGateway } from './local-gateway.ts'

const lateMs = 15_000

/** The acts of the page; every other one pays and sends a callback with that fault. */
const acts = ['pay', 'pay, tell twice', 'pay, tell late', 'pay, tell nobody', 'leave'] as const

/** Where a person pays at a local gateway, or lets something go wrong. */
export async function payPage(gateway: LocalGateway, { method, url, body }: LocalCall): Promise<Answer> {
  const payment = gateway.payment(url.pathname.slice('/pay/'.length))
  if (method === 'POST') {
    await play(gateway, payment.paymentId, new URLSearchParams(body).get('act') ?? '')
    const to = url.searchParams.get('redirect_url') ?? payment.returnUrl
    if (to) return { status: 303, headers: { location: to }, body: '' }
  }
  const buttons = [...acts, ...callbackFaults.map((fault) => `wrong: ${fault}`)].map(
    (act) => `<p><button name="act" value="${act}">${act}</button></p>`,
  )
  const page = `<!doctype html><meta name="viewport" content="width=device-width"><title>${gateway.name}</title>
<h1>${gateway.name}</h1><p>${escaped(payment.title)}: ${(payment.amountFen / 100).toFixed(2)} ${payment.currency}, ${payment.state}</p>
<form method="post">${buttons.join('\n')}</form>`
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page }
}

async function play(gateway: LocalGateway, paymentId: string, act: string): Promise<void> {
  if (act === 'leave') return
  gateway.pay(paymentId)
  if (act === 'pay, tell nobody') return
  if (act === 'pay, tell late') {
    setTimeout(() => void tell(gateway, paymentId), lateMs)
    return
  }
  const fault = callbackFaults.find((one) => act === `wrong: ${one}`)
  await tell(gateway, paymentId, fault)
  if (act === 'pay, tell twice') await tell(gateway, paymentId)
}

/** A real gateway repeats a callback that was not accepted; here a person presses again. */
async function tell(gateway: LocalGateway, paymentId: string, fault?: CallbackFault): Promise<void> {
  const { url, headers, body } = gateway.callback(paymentId, fault)
  await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
