import type { Command } from 'commander'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { readKeyMode } from '../../../records/keys/api-key-store.ts'
import { parseExpiry } from '../../../records/keys/key-rights.ts'
import { defaultOverlapHours, issueKey, revokeKey, rotateKey } from '../../../records/keys/manage-keys.ts'
import { parsePublicKey } from '../../../records/keys/message-signature.ts'
import { formatIssuedKey } from '../../command-line/format-key.ts'
import { type OpsHost, type OpsSession, requireReason } from '../ops-session.ts'
import { addKeyOptions, type KeyOptions } from './key-options.ts'

type RotateOptions = { overlapHours?: string; expires?: string; reason: string }

/** Adds what one operator does with keys: test keys, which move no money, and the end of any key. */
export function addTestKeyCommands(key: Command, session: OpsSession, host: OpsHost): void {
  addIssueTest(key, session, host)
  addRotate(key, session, host)
  addRevoke(key, session)
}

function addIssueTest(key: Command, session: OpsSession, host: OpsHost): void {
  addKeyOptions(key.command('issue-test <business>').description('create a test key and show it once'))
    .requiredOption('--reason <text>', 'why')
    .action(
      async (business: string, { scope, ip, label, rateLimit, expires, publicKey, reason }: KeyOptions) => {
        await session.run(async (deps) => {
          const issued = await issueKey(
            { ...deps, ...host.readKeySettings() },
            {
              business,
              mode: 'test',
              scopes: scope ?? [],
              networks: ip ?? [],
              label: label ?? '',
              requestsPerWindow: rateLimit === undefined ? undefined : Number(rateLimit),
              expiresAt: expires === undefined ? null : parseExpiry(expires, deps.clock.now()),
              publicKey: publicKey === undefined ? undefined : parsePublicKey(publicKey),
              actor: deps.operator.email,
              reason: requireReason(reason),
            },
          )
          session.print(
            ...formatIssuedKey(issued),
            'Next: give it to the business. It must be sent with every request.',
          )
        })
      },
    )
}

function addRotate(key: Command, session: OpsSession, host: OpsHost): void {
  key
    .command('rotate <key>')
    .description('replace a test key; both work until the overlap ends')
    .option('--overlap-hours <hours>', `how many hours both keys work (default: ${defaultOverlapHours})`)
    .option('--expires <date or time>', 'when the new key stops working, such as 2027-06-30, or never')
    .requiredOption('--reason <text>', 'why')
    .action(async (keyId: string, { overlapHours, expires, reason }: RotateOptions) => {
      await session.run(async (deps) => {
        await refuseLiveKey(deps.pool, keyId)
        const rotated = await rotateKey(
          { ...deps, ...host.readKeySettings() },
          {
            keyId,
            overlapHours: Number(overlapHours ?? defaultOverlapHours),
            expiresAt: expires === undefined ? undefined : parseExpiry(expires, deps.clock.now()),
            actor: deps.operator.email,
            reason: requireReason(reason),
          },
        )
        session.print(
          ...formatIssuedKey(rotated),
          rotated.oldKeyExpiresAt > deps.clock.now()
            ? `Next: use the new key before ${rotated.oldKeyExpiresAt.toISOString()}, when ${keyId} stops working.`
            : `Next: use the new key. ${keyId} stopped working on ${rotated.oldKeyExpiresAt.toISOString()}.`,
        )
      })
    })
}

function addRevoke(key: Command, session: OpsSession): void {
  key
    .command('revoke <key>')
    .description('revoke a key; takes effect everywhere within five seconds')
    .requiredOption('--reason <text>', 'why')
    .action(async (keyId: string, { reason }: { reason: string }) => {
      await session.run(async (deps) => {
        const by = { keyId, actor: deps.operator.email, reason: requireReason(reason) }
        const { mode, businessId, pausedEndpoints } = await revokeKey(deps, by)
        const business = formatId('business', businessId)
        session.print(
          `Revoked key ${keyId}. Requests with it are rejected everywhere within five seconds.`,
          ...formatPaused(pausedEndpoints),
          `To issue another: npx afara ops key ${mode === 'live' ? 'request' : 'issue-test'} ${business} --reason "…"`,
        )
      })
    })
}

function formatPaused(endpoints: readonly string[]): string[] {
  if (endpoints.length === 0) return []
  return [
    `Paused the webhook endpoints that it opened or changed: ${endpoints.join(', ')}. Their events are held.`,
    'The business resumes them with another key, after it has checked their URLs.',
  ]
}

/** An unknown key is refused by the rotation itself. */
async function refuseLiveKey(sql: Sql, keyId: string): Promise<void> {
  const id = parseId('key', keyId)
  if (id === undefined || (await readKeyMode(sql, id)) !== 'live') return
  throw new Refusal(
    'approval_required',
    'Two operators decide a live key. Propose another with "npx afara ops key request", and revoke this one afterwards.',
  )
}
