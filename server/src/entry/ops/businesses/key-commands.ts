import type { Command } from 'commander'
import { formatId } from '../../../kernel/ids/ids.ts'
import { requireBusiness } from '../../../records/businesses/business-store.ts'
import { requireCase } from '../../../records/cases/case-store.ts'
import type { DecidedKey } from '../../../records/cases/live-change.ts'
import { listKeys } from '../../../records/keys/api-key-store.ts'
import { parseNetwork } from '../../../records/keys/ip-list.ts'
import {
  defaultScopes,
  keyScopes,
  parseExpiry,
  parseRequestLimit,
  parseScopes,
} from '../../../records/keys/key-rights.ts'
import { issueDecidedKey, parseLabel } from '../../../records/keys/manage-keys.ts'
import { listOperators } from '../../../records/operators/operator-store.ts'
import { formatIssuedKey, formatListedKey } from '../../command-line/format-key.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import type { OpsHost, OpsSession } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { formatTable } from '../terminal-text.ts'

type RequestOptions = {
  scope?: string[]
  ip?: string[]
  label?: string
  rateLimit?: string
  expires?: string
  reason: string
}

/** Live keys are issued in two steps: two operators decide the rights of the key, then the proposer issues it. */
export function addKeyCommands(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('keys <business>')
    .description('show the keys of a business, newest first')
    .action(async (tag: string) => {
      await session.run(async ({ pool, clock }) => {
        const { id, linkTag } = await requireBusiness(pool, tag)
        const keys = await listKeys(pool, id)
        if (keys.length === 0) session.print(`${linkTag} has no keys.`)
        for (const listed of keys) session.print(...formatListedKey(listed, clock.now()))
      })
    })
  const key = ops.command('key').description('issue live keys of businesses')
  addRequest(key, session)
  addIssue(key, session, host)
  addOperatorsCommand(ops, session)
}

function addRequest(key: Command, session: OpsSession): void {
  key
    .command('request <business>')
    .description('propose a live key; needs two operators')
    .option(
      '--scope <scope...>',
      `the scopes: ${keyScopes.join(', ')} (default: ${defaultScopes.join(', ')})`,
    )
    .option('--ip <network...>', 'the networks it can be used from (default: any)')
    .option('--label <text>', 'a description')
    .option('--rate-limit <requests>', 'the maximum requests per ten seconds (default: 1000)')
    .option('--expires <date or time>', 'when it stops working, such as 2027-06-30 (default: never)')
    .requiredOption('--reason <text>', 'who asked for it, and what for')
    .action(async (tag: string, options: RequestOptions) => {
      await session.run(async (deps) => {
        const { id, name } = await requireBusiness(deps.pool, tag)
        const { scope = [], ip = [], label = '', rateLimit, expires } = options
        const expiresAt = expires === undefined ? null : parseExpiry(expires, deps.clock.now())
        const resolution: DecidedKey = {
          action: 'issue_key',
          scopes: parseScopes(scope),
          networks: ip.map(parseNetwork),
          label: parseLabel(label),
          requests_per_window: parseRequestLimit(rateLimit === undefined ? undefined : Number(rateLimit)),
          expires_at: expiresAt?.toISOString() ?? null,
        }
        session.print(
          ...(await requestApproval(deps, options.reason, {
            mode: 'live',
            businessId: id,
            summary: `For ${name} in live mode: ${describeResolution(resolution)}.`,
            resolution,
          })),
          'After the approval, you issue the key within seven days: npx afara ops key issue <case>',
        )
      })
    })
}

function addIssue(key: Command, session: OpsSession, host: OpsHost): void {
  key
    .command('issue <case>')
    .description('issue the key that was approved in a case and show it once; only its proposer can')
    .action(async (caseId: string) => {
      await session.run(async (deps) => {
        const { id, mode } = await requireCase(deps.pool, caseId)
        const issued = await issueDecidedKey(
          { ...deps, ...host.readKeySettings() },
          { caseId: id, mode, operatorId: deps.operator.id },
        )
        session.print(
          ...formatIssuedKey(issued),
          'Next: give it to the business. It must be sent with every request.',
        )
      })
    })
}

function addOperatorsCommand(ops: Command, session: OpsSession): void {
  ops
    .command('operators')
    .description('list operators')
    .action(async () => {
      await session.run(async ({ pool }) => {
        const operators = await listOperators(pool)
        session.print(
          ...formatTable(
            [
              { title: 'operator', width: 36 },
              { title: 'status', width: 8 },
              { title: 'passkeys', width: 8, isRight: true },
              { title: 'email', width: 40 },
            ],
            operators.map(({ id, status, passkeys, email }) => [
              formatId('operator', id),
              status,
              String(passkeys),
              email,
            ]),
          ),
        )
      })
    })
}
