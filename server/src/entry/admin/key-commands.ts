import type { Command } from 'commander'
import { formatId } from '../../kernel/ids/ids.ts'
import { parseMode } from '../../records/businesses/business.ts'
import { defaultScopes, keyScopes } from '../../records/keys/key-rights.ts'
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
}
type RotateOptions = ActorOptions & { key: string; overlapHours?: string }
type RevokeOptions = ActorOptions & { key: string }

export function addKeyCommands(program: Command, session: AdminSession): void {
  const key = program.command('key').description('manage secret keys of businesses')
  addIssue(key, session)
  addRotate(key, session)
  addRevoke(key, session)
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
    .action(async ({ business, mode, scope, ip, label, rateLimit, actor, reason }: IssueOptions) => {
      await session.run(async (deps) => {
        const issued = await issueKey(deps, {
          business,
          mode: parseMode(mode),
          scopes: scope ?? [],
          networks: ip ?? [],
          label: label ?? '',
          requestsPerWindow: rateLimit === undefined ? undefined : Number(rateLimit),
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
    .action(async ({ key: keyId, overlapHours, actor, reason }: RotateOptions) => {
      await session.run(async (deps) => {
        const rotated = await rotateKey(deps, {
          keyId,
          overlapHours: Number(overlapHours ?? defaultOverlapHours),
          actor: requirePerson(actor),
          reason,
        })
        session.print(
          ...formatIssuedKey(rotated),
          `Next: use it before ${rotated.oldKeyExpiresAt.toISOString()}, when ${keyId} stops working.`,
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
          `To issue another: npm run admin -- key issue --business ${formatId('business', revoked.businessId)} --mode ${revoked.mode} --actor … --reason …`,
        )
      })
    })
}

function formatIssuedKey({ key, secret }: IssuedKey): string[] {
  return [
    `Key ${formatId('key', key.id)} (${key.mode}), scopes: ${key.scopes.join(', ')}`,
    `  from  ${key.ipList.length === 0 ? 'anywhere' : key.ipList.join(', ')}`,
    `  up to ${key.requestsPerWindow} requests in ten seconds`,
    '',
    `  ${secret}`,
    '',
    'The key is shown once and is not stored. Save it where your service keeps its secrets.',
  ]
}
