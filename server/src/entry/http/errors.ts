import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import { refusalStatus } from './refusal-status.ts'

/** The one shape of every error that leaves the service. */
async function reply(
  request: FastifyRequest,
  to: FastifyReply,
  status: number,
  code: string,
  message: string,
): Promise<void> {
  await to.code(status).send({ status: 'error', message, code, errors: [], request_id: request.id })
}

/** A refusal is told in full. Whatever else went wrong is ours: it is logged, and the caller learns only that. */
export async function replyError(
  error: FastifyError,
  request: FastifyRequest,
  to: FastifyReply,
): Promise<void> {
  if (error instanceof Refusal)
    return reply(request, to, refusalStatus[error.code], error.code, error.message)
  const status = error.statusCode ?? 500
  if (status < 500) return reply(request, to, status, 'malformed', error.message)
  request.log.error({ err: error }, 'request failed')
  return reply(
    request,
    to,
    500,
    'internal',
    `Something failed on our side. Quote ${request.id} when you ask us.`,
  )
}

export async function replyNotFound(request: FastifyRequest, to: FastifyReply): Promise<void> {
  await reply(request, to, 404, 'not_found', 'There is nothing at this URL.')
}
