import type { FastifyReply } from 'fastify'

const TITLES = {
  not_found: [404, 'Resource Missing', 'The resource at the url requested was not found.'],
  bad_request: [400, 'Bad Request', 'The request you sent was invalid in some way.'],
  transaction_malformed: [
    400,
    'Transaction Malformed',
    'Horizon could not decode the transaction envelope in this request.',
  ],
  transaction_failed: [
    400,
    'Transaction Failed',
    'The transaction failed when submitted to the stellar network.',
  ],
  timeout: [504, 'Timeout', 'Your request timed out before completing. Please try your request again.'],
  rate_limit_exceeded: [
    429,
    'Rate Limit Exceeded',
    'The rate limit for the requesting IP address is over its alloted limit.',
  ],
  server_error: [500, 'Internal Server Error', 'An error occurred while processing this request.'],
} as const

export type Problem = keyof typeof TITLES

/** Sends an error like Horizon: `application/problem+json`. */
export function sendProblem(reply: FastifyReply, problem: Problem, extras?: object): FastifyReply {
  const [status, title, detail] = TITLES[problem]
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send({
      type: `https://stellar.org/horizon-errors/${problem}`,
      title,
      status,
      detail,
      ...(extras && { extras }),
    })
}
