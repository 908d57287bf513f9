import type { Command } from 'commander'
import { formatId } from '../../kernel/ids/ids.ts'
import { parseMode } from '../../records/businesses/business.ts'
import { requireBusiness } from '../../records/businesses/business-store.ts'
import { type ListedKey, listKeys } from '../../records/keys/api-key-store.ts'
import { defaultScopes, keyScopes, parseExpiry } from '../../records/keys/key-rights.ts'
import {
  defaultOverlapHours,
  type IssuedKey,
  issueKey,
  revokeKey,
  rotateKey,
} from '../../records/keys/manage-keys.ts'
import { type ActorOptions, type AdminSession, requirePerson, withActor } from './admin-session.ts'

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
  withActor(key.command('issue').description('create a key and show it once'))
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
  withActor(key.command('rotate').description('replace a key; both work until the overlap ends'))
    .requiredOption('--key <id>', 'the key to replace (key_…)')
    .option('--overlap-hours <hours>', `how many hours both keys work (default: ${defaultOverlapHours})`)
    .option('--expires <date or time>', `when the new key stops working, ${EXPIRY_HELP}, or never`)
    .action(async ({ key: keyId, overlapHours, expires, actor, reason }: RotateOptions) => {
      await session.run(async (deps) => {
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
          `To issue another: npm run admin -- key issue --business ${formatId('business', revoked.businessId)} --mode ${revoked.mode} --actor … --reason …`,
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

function formatListedKey(key: ListedKey, now: Date): string[] {
  const label = key.label === '' ? '' : ` "${key.label}"`
  return [
    `${formatId('key', key.id)} (${key.mode})${label}: ${stateOf(key, now)}`,
    `  scopes ${key.scopes.join(', ')}; from ${key.ipList.length === 0 ? 'anywhere' : key.ipList.join(', ')}`,
    `  issued ${key.createdAt.toISOString()}; last used ${key.lastUsedAt?.toISOString() ?? 'never'}`,
    ...(key.replacedBy === null ? [] : [`  replaced by ${formatId('key', key.replacedBy)}`]),
  ]
}

function stateOf({ revokedAt, expiresAt }: ListedKey, now: Date): string {
  if (revokedAt !== null) return `revoked on ${revokedAt.toISOString()}`
  if (expiresAt === null) return 'works, does not expire'
  return expiresAt > now ? `works until ${expiresAt.toISOString()}` : `expired on ${expiresAt.toISOString()}`
}

function formatIssuedKey({ key, secret }: IssuedKey): string[] {
  return [
    `Key ${formatId('key', key.id)} (${key.mode}), scopes: ${key.scopes.join(', ')}`,
    `  from  ${key.ipList.length === 0 ? 'anywhere' : key.ipList.join(', ')}`,
    `  up to ${key.requestsPerWindow} requests in ten seconds`,
    `  until ${key.expiresAt === null ? 'it is revoked: it does not expire' : key.expiresAt.toISOString()}`,
    '',
    `  ${secret}`,
    '',
    'The key is shown once and is not stored. Save it where your service keeps its secrets.',
  ]
}
