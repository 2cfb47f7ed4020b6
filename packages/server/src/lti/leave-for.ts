import type { FastifyReply } from 'fastify'

/** On to a tool, which is not told on which page of ours one was. */
export function leaveFor(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(address, 303)
}
