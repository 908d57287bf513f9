import type { Command } from 'commander'
import { requireBusiness } from '../../../records/businesses/business-store.ts'
import { requireCase } from '../../../records/cases/case-store.ts'
import type { DecidedKey } from '../../../records/cases/live-change.ts'
import { listKeys } from '../../../records/keys/api-key-store.ts'
import { parseNetwork } from '../../../records/keys/ip-list.ts'
import { parseExpiry, parseRequestLimit, parseScopes } from '../../../records/keys/key-rights.ts'
import { issueDecidedKey, parseLabel, requirePayouts } from '../../../records/keys/manage-keys.ts'
import { parsePublicKey } from '../../../records/keys/message-signature.ts'
import { formatIssuedKey, formatListedKey } from '../../command-line/format-key.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import type { OpsHost, OpsSession } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { addKeyOptions, type KeyOptions } from './key-options.ts'
import { addTestKeyCommands } from './test-key-commands.ts'

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
  const key = ops.command('key').description('manage keys of businesses')
  addRequest(key, session)
  addIssue(key, session, host)
  addTestKeyCommands(key, session, host)
}

function addRequest(key: Command, session: OpsSession): void {
  addKeyOptions(key.command('request <business>').description('propose a live key; needs two operators'))
    .requiredOption('--reason <text>', 'who asked for it, and what for')
    .action(async (tag: string, options: KeyOptions) => {
      await session.run(async (deps) => {
        const { id, name } = await requireBusiness(deps.pool, tag)
        const { scope = [], ip = [], label = '', rateLimit, expires } = options
        const scopes = parseScopes(scope)
        const publicKey = options.publicKey === undefined ? undefined : parsePublicKey(options.publicKey)
        requirePayouts(publicKey, scopes)
        const expiresAt = expires === undefined ? null : parseExpiry(expires, deps.clock.now())
        const resolution: DecidedKey = {
          action: 'issue_key',
          scopes,
          networks: ip.map(parseNetwork),
          label: parseLabel(label),
          requests_per_window: parseRequestLimit(rateLimit === undefined ? undefined : Number(rateLimit)),
          expires_at: expiresAt?.toISOString() ?? null,
          ...(publicKey && { public_key: publicKey.toString('base64url') }),
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
    .description(
      'issue the key that was approved in a case and show it once; its proposer confirms with a passkey',
    )
    .action(async (caseId: string) => {
      await session.run(async (deps) => {
        const { pool, clock, signing, operator } = deps
        const issued = await issueDecidedKey(
          { pool, clock, signing, ...host.readKeySettings() },
          await requireCase(pool, caseId),
          operator.id,
        )
        session.print(
          ...formatIssuedKey(issued),
          'Next: give it to the business. It must be sent with every request.',
        )
      })
    })
}
