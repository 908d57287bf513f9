import type { FastifyReply } from 'fastify'
import type { PublishedRates } from '../../../records/rates/published-rates.ts'
import type { RateTableName } from '../../../records/rates/rate-table.ts'
import { JSON_TYPE } from '../json-bodies.ts'
import { rateUnits } from './rates-wire.ts'

// As long as it takes at most until somebody has looked again.
const RETRY_AFTER_SECONDS = 30

/** Answers from memory with the text that was published; when it has expired, with a refusal that says when to come back. */
export function sendRates(reply: FastifyReply, rates: PublishedRates, name: RateTableName): void {
  try {
    const { body, asOf, expiresAt } = rates.read(name)
    reply
      .header('rate-unit', rateUnits[name])
      .header('rate-as-of', asOf)
      .header('rate-expires', expiresAt)
      .type(JSON_TYPE)
      .send(body)
  } catch (error) {
    reply.header('retry-after', RETRY_AFTER_SECONDS)
    throw error
  }
}
