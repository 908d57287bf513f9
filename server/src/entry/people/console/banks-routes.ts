import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { readBanks } from '../../../flows/console/read-banks.ts'
import type { Operation } from '../../http/openapi/operation.ts'
import { successExample } from '../../http/openapi/operation.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { BanksReply, toBanksWire } from './banks-wire.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'

const at = '2026-11-18T09:18:24.000Z'
const days = [{ day: '2026-11-17', ended: 412, succeeded: 409, amount_minor: '1840000000' }]

const readBanksOperation: Operation = {
  id: 'readConsoleBanks',
  tag: 'Console',
  parameters: { path: ConsoleParams },
  summary: 'Read how banks and rates do',
  description:
    'Our accounts at banks and vendors, whether they are in service, how each bank did in the last 14 days, the last payouts that failed, and where our rates come from with what guards them. Rates are the same in test and live.',
  replies: {
    200: {
      description: 'Banks and rates.',
      schema: BanksReply,
      examples: {
        banks: successExample('One bank', '1 bank.', {
          at,
          collecting: [],
          payout_accounts: [
            {
              account: 'live:paystack:main',
              vendor: 'paystack',
              state: 'active',
              because: null,
              waiting: 0,
              waiting_minor: '0',
            },
          ],
          payouts: [
            {
              vendor: 'paystack',
              bank_code: '000013',
              bank: 'GTBank',
              state: 'working',
              typical_seconds: 14,
              slowest_seconds: 52,
              in_flight_minor: '286550000',
              last_at: at,
              trouble: null,
              days,
            },
          ],
          stopped: [],
          failures: [],
          rates: { tables: [], pairs: [], sources: [], guards: [] },
        }),
      },
    },
  },
  refusals: [],
}

export function readBanksRoute(app: FastifyInstance, { pool, clock }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/banks`,
    config: { person: 'records.read', operation: readBanksOperation },
    schema: { params: ConsoleParams },
    handler: async (request) => {
      const now = await readBanks(pool, request.params.mode, clock.now())
      const count = new Set(now.payouts.map(({ bankCode }) => bankCode)).size
      return {
        status: 'success',
        message: count === 1 ? '1 bank.' : `${count} banks.`,
        ...toBanksWire(now),
      }
    },
  })
}
