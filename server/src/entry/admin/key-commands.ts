import type { Command } from 'commander'
import { formatId, parseId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { parseMode } from '../../records/businesses/business.ts'
import { requireBusiness } from '../../records/businesses/business-store.ts'
import { listKeys, readKeyMode } from '../../records/keys/api-key-store.ts'
import { defaultScopes, keyScopes, parseExpiry } from '../../records/keys/key-rights.ts'
import { defaultOverlapHours, issueKey, revokeKey, rotateKey } from '../../records/keys/manage-keys.ts'
import { formatIssuedKey, formatListedKey } from '../command-line/format-key.ts'
import {
  type ActorOptions,
  type AdminSession,
  refuseLive,
  requirePerson,
  withActor,
} from './admin-session.ts'

type IssueOptions = ActorOptions & {
  business: string
  mode: string
  scope?: string[]
  ip?: string[]
  label?: string
  rateLimit?: string
  expires?: string
}
type RotateOptions = ActorOptions & { key: string; overlapHours?: string; expires?: string }
type RevokeOptions = ActorOptions & { key: string }

const EXPIRY_HELP = 'such as 2027-06-30 or 2027-06-30T12:00:00Z'

export function addKeyCommands(program: Command, session: AdminSession): void {
  const key = program.command('key').description('manage secret keys of businesses')
  addIssue(key, session)
  addRotate(key, session)
  addRevoke(key, session)
  addList(key, session)
}

function addIssue(key: Command, session: AdminSession): void {
  withActor(key.command('issue').description('create a test key and show it once'))
    .requiredOption('--business <id or link tag>', 'the business')
    .requiredOption('--mode <mode>', 'live or test')
    .option(
      '--scope <scope...>',
      `the scopes: ${keyScopes.join(', ')} (default: ${defaultScopes.join(', ')})`,
    )
    .option('--ip <network...>', 'the networks it can be used from (default: any)')
    .option('--label <text>', 'a description')
    .option('--rate-limit <requests>', 'the maximum requests per ten seconds (default: 1000)')
    .option('--expires <date or time>', `when it stops working, ${EXPIRY_HELP} (default: never)`)
    .action(async ({ business, mode, scope, ip, label, rateLimit, expires, actor, reason }: IssueOptions) => {
      refuseLive(parseMode(mode), `key request ${business} …`)
      await session.run(async (deps) => {
        const issued = await issueKey(deps, {
          business,
          mode: parseMode(mode),
          scopes: scope ?? [],
          networks: ip ?? [],
          label: label ?? '',
          requestsPerWindow: rateLimit === undefined ? undefined : Number(rateLimit),
          expiresAt: expires === undefined ? null : parseExpiry(expires, deps.clock.now()),
          actor: requirePerson(actor),
          reason,
        })
        session.print(
          ...formatIssuedKey(issued),
          'Next: give it to the business. It must be sent with every request.',
        )
      })
    })
}

function addRotate(key: Command, session: AdminSession): void {
  withActor(key.command('rotate').description('replace a test key; both work until the overlap ends'))
    .requiredOption('--key <id>', 'the key to replace (key_…)')
    .option('--overlap-hours <hours>', `how many hours both keys work (default: ${defaultOverlapHours})`)
    .option('--expires <date or time>', `when the new key stops working, ${EXPIRY_HELP}, or never`)
    .action(async ({ key: keyId, overlapHours, expires, actor, reason }: RotateOptions) => {
      await session.run(async (deps) => {
        const mode = await findModeOfKey(deps.pool, keyId)
        if (mode !== undefined) refuseLive(mode, 'key request <business> …')
        const rotated = await rotateKey(deps, {
          keyId,
          overlapHours: Number(overlapHours ?? defaultOverlapHours),
          expiresAt: expires === undefined ? undefined : parseExpiry(expires, deps.clock.now()),
          actor: requirePerson(actor),
          reason,
        })
        session.print(
          ...formatIssuedKey(rotated),
          rotated.oldKeyExpiresAt > deps.clock.now()
            ? `Next: use the new key before ${rotated.oldKeyExpiresAt.toISOString()}, when ${keyId} stops working.`
            : `Next: use the new key. ${keyId} stopped working on ${rotated.oldKeyExpiresAt.toISOString()}.`,
        )
      })
    })
}

function addRevoke(key: Command, session: AdminSession): void {
  withActor(key.command('revoke').description('revoke a key; takes effect everywhere within five seconds'))
    .requiredOption('--key <id>', 'the key to revoke (key_…)')
    .action(async ({ key: keyId, actor, reason }: RevokeOptions) => {
      await session.run(async (deps) => {
        const revoked = await revokeKey(deps, { keyId, actor: requirePerson(actor), reason })
        session.print(
          `Revoked key ${keyId}. Requests with it are rejected everywhere within five seconds.`,
          ...formatPaused(revoked.pausedEndpoints),
          revoked.mode === 'live'
            ? `To issue another: npx afara ops key request ${formatId('business', revoked.businessId)} --reason …`
            : `To issue another: npm run admin -- key issue --business ${formatId('business', revoked.businessId)} --mode test --actor … --reason …`,
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

function addList(key: Command, session: AdminSession): void {
  key
    .command('list')
    .description('show the keys of a business, newest first')
    .requiredOption('--business <id or link tag>', 'the business')
    .action(async ({ business }: { business: string }) => {
      await session.run(async ({ pool, clock }) => {
        const { id, linkTag } = await requireBusiness(pool, business)
        const keys = await listKeys(pool, id)
        if (keys.length === 0) session.print(`${linkTag} has no keys.`)
        for (const listed of keys) session.print(...formatListedKey(listed, clock.now()))
      })
    })
}

/** Undefined: there is no such key, which the rotation refuses itself. */
async function findModeOfKey(sql: Sql, keyId: string): Promise<Mode | undefined> {
  const id = parseId('key', keyId)
  return id === undefined ? undefined : readKeyMode(sql, id)
}
