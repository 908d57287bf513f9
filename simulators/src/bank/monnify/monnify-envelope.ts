import type { FastifyReply } from 'fastify'

export function success(responseBody: object): object {
  return { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody }
}

/** 99 only means that something was wrong. */
export function refusal(responseMessage: string, responseCode = '99'): object {
  return { requestSuccessful: false, responseMessage, responseCode }
}

export function refuseToken(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .send({ error: 'invalid_token', error_description: 'Access token expired or unknown' })
}
