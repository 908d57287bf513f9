import type { FastifyInstance } from 'fastify'
import { lagosDate } from '../lagos-time.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { drawUpStatement } from '../statements/statement.ts'
import { isStatementProfile, statementProfiles } from '../statements/write-statement.ts'
import { AdminRefusal } from './admin-refusal.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

type StatementQuery = { from?: string; to?: string; profile?: string }

/** Routes for the bank statements of an account. */
export function statementRoutes(app: FastifyInstance, bank: SimulatedBank): void {
  app.get<{ Params: { number: string }; Querystring: StatementQuery }>(
    '/admin/accounts/:number/statement',
    async ({ params, query }, reply) => {
      const account = bank.ledger.account(params.number)
      if (account === undefined) throw new AdminRefusal(404, `there is no account ${params.number}`)
      const today = lagosDate(bank.clock.now())
      const { from = today, to = today, profile = '' } = query
      if (!DAY.test(from) || !DAY.test(to))
        throw new AdminRefusal(400, 'from and to must be dates: 2026-11-15')
      if (!isStatementProfile(profile)) {
        throw new AdminRefusal(400, `profile must be one of ${Object.keys(statementProfiles).join(', ')}`)
      }
      const { type, extension, write } = statementProfiles[profile]
      const statement = drawUpStatement(bank, account, from, to)
      const file = `${profile}-${params.number}-${from}-${to}.${extension}`
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(Buffer.from(write(statement, bank.draw)))
    },
  )
}
