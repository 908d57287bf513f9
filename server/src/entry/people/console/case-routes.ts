import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { readCaseScreen } from '../../../flows/console/read-case.ts'
import { inTransaction } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { readAttachment } from '../../../records/cases/attachment-store.ts'
import { caseKinds, caseStates } from '../../../records/cases/case-file.ts'
import { requireCase, selectCases } from '../../../records/cases/case-store.ts'
import { titleOfCase } from '../../../records/cases/case-words.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { wordReply } from '../../http/reply-fields.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { signedInOf } from '../people-gate.ts'
import { listCasesOperation, readCaseFileOperation, readCaseOperation } from './case-operations.ts'
import { toCaseRowWire } from './case-row-wire.ts'
import { toCaseWire } from './case-wire.ts'
import { CaseFileParams, CaseParams, CONSOLE_PATH, ConsoleParams } from './console-wire.ts'

const MOST_CASES = 200

const CasesQuery = closedObject({
  kind: Type.Optional(wordReply(caseKinds, 'Only this kind.')),
  state: Type.Optional(wordReply(caseStates, 'Only this state. Default: all but resolved.')),
  owner: Type.Optional(wordReply(['me', 'nobody'], 'Only cases that you took, or that nobody took.')),
  who: Type.Optional(
    Type.String({ description: 'Part of the name of a business or payer.', maxLength: 100 }),
  ),
  least: Type.Optional(Type.String({ description: 'The least amount, in kobo.', pattern: '^[0-9]{1,18}$' })),
})

export function listCasesRoute(app: FastifyInstance, { pool }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams>; Querystring: Static<typeof CasesQuery> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/cases`,
    config: { person: 'records.read', operation: listCasesOperation },
    schema: { params: ConsoleParams, querystring: CasesQuery },
    handler: async (request) => {
      const { kind, state, owner, who, least } = request.query
      const found = await selectCases(
        pool,
        {
          mode: request.params.mode,
          kind,
          state,
          ownerId: owner === 'me' ? signedInOf(request).person.id : undefined,
          isUnowned: owner === 'nobody',
          who,
          leastMinor: least === undefined ? undefined : BigInt(least),
        },
        MOST_CASES + 1,
      )
      return {
        status: 'success',
        message: found.length === 1 ? '1 case.' : `${Math.min(found.length, MOST_CASES)} cases.`,
        cases: found.slice(0, MOST_CASES).map(toCaseRowWire),
        has_more: found.length > MOST_CASES,
      }
    },
  })
}

export function readCaseRoute(app: FastifyInstance, { pool, clock }: PeopleDeps): void {
  app.route<{ Params: Static<typeof CaseParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/cases/:case_id`,
    config: { person: 'records.read', operation: readCaseOperation },
    schema: { params: CaseParams },
    handler: async (request) => {
      const { mode, case_id: caseId } = request.params
      const screen = await inTransaction(pool, async (sql) => readCaseScreen(sql, mode, caseId, clock.now()))
      return { status: 'success', message: titleOfCase(screen.file.kind), ...toCaseWire(screen) }
    },
  })
}

/** 200: a file, which a browser saves and never shows: others sent it to an operator. */
export function readCaseFileRoute(app: FastifyInstance, { pool, businessKeys }: PeopleDeps): void {
  app.route<{ Params: Static<typeof CaseFileParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/cases/:case_id/files/:number`,
    config: { person: 'records.read', operation: readCaseFileOperation },
    schema: { params: CaseFileParams },
    handler: async (request, reply) => {
      const { mode, case_id: caseId, number } = request.params
      const file = await requireCase(pool, caseId)
      if (file.mode !== mode)
        throw new Refusal('case_unknown', `No case in ${mode} mode is called "${caseId}".`)
      const { name, content } = await readAttachment(pool, businessKeys, file.id, Number(number))
      reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
      return reply.send(content)
    },
  })
}
