import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { type AuditFilter, type Deed, selectAudit } from '../../../flows/console/audit-store.ts'
import { readDecision } from '../../../flows/console/read-decision.ts'
import { parseId } from '../../../kernel/ids/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { CSV_TYPE, toCsv } from '../../http/csv-text.ts'
import type { PeopleDeps } from '../people-deps.ts'
import {
  auditColumns,
  exportAuditOperation,
  listAuditOperation,
  readDecisionOperation,
} from './audit-operations.ts'
import {
  AuditExportQuery,
  AuditQuery,
  DecisionParams,
  nextOf,
  readAuditFilter,
  toDecisionWire,
  toDeedWire,
} from './audit-wire.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'

const MOST_SHOWN = 50
const EXPORTED_AT_ONCE = 1_000

export function listAuditRoute(app: FastifyInstance, { pool }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams>; Querystring: Static<typeof AuditQuery> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/audit`,
    config: { person: 'records.read', operation: listAuditOperation },
    schema: { params: ConsoleParams, querystring: AuditQuery },
    handler: async (request) => {
      const deeds = await selectAudit(pool, request.params.mode, readAuditFilter(request.query), MOST_SHOWN)
      return {
        status: 'success',
        message: deeds.length === 1 ? '1 line.' : `${deeds.length} lines.`,
        deeds: deeds.map(toDeedWire),
        next: nextOf(deeds, MOST_SHOWN),
      }
    },
  })
}

export function readDecisionRoute(app: FastifyInstance, { pool, relyingParty }: PeopleDeps): void {
  app.route<{ Params: Static<typeof DecisionParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/cases/:case_id/decisions/:version`,
    config: { person: 'records.read', operation: readDecisionOperation },
    schema: { params: DecisionParams },
    handler: async (request) => {
      const { mode, case_id: text, version } = request.params
      const caseId = parseId('case', text)
      if (caseId === undefined) throw new Refusal('case_unknown', `No case is called "${text}".`)
      const found = await readDecision(pool, relyingParty, { mode, caseId, version: Number(version) })
      const good = found.signatures.filter(({ site }) => site !== undefined).length
      return {
        status: 'success',
        message: `${good} of ${found.signatures.length} signatures are valid.`,
        ...toDecisionWire(found),
      }
    },
  })
}

/** 200: everything that matches as one file, which is produced while it is read. */
export function exportAuditRoute(app: FastifyInstance, { pool }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams>; Querystring: Static<typeof AuditExportQuery> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/audit/export`,
    config: { person: 'records.read', operation: exportAuditOperation },
    schema: { params: ConsoleParams, querystring: AuditExportQuery },
    handler: async (request, reply) => {
      const { mode } = request.params
      const filter = readAuditFilter(request.query)
      reply.type(CSV_TYPE).header('content-disposition', `attachment; filename="audit-${mode}.csv"`)
      return reply.send(Readable.from(toLines(pool, mode, filter), { objectMode: false }))
    },
  })
}

async function* toLines(sql: Sql, mode: Mode, filter: AuditFilter) {
  yield toCsv([auditColumns])
  for (let last: Deed | undefined; ; ) {
    const page: readonly Deed[] = await selectAudit(sql, mode, { ...filter, before: last }, EXPORTED_AT_ONCE)
    last = page.at(-1)
    if (last === undefined) return
    yield toCsv(page.map(toLine))
  }
}

function toLine(deed: Deed): string[] {
  return [
    deed.at.toISOString(),
    deed.name ?? deed.actor,
    deed.email ?? '',
    deed.secondName ?? '',
    deed.what,
    deed.subject,
    deed.reason,
    deed.version === null ? '' : String(deed.version),
    JSON.stringify(deed.details),
  ]
}
