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
  const key = program.command('key').description('secret keys of businesses')
  addIssue(key, session)
  addRotate(key, session)
  addRevoke(key, session)
}

function addIssue(key: Command, session: AdminSession): void {
  withActor(key.command('issue').description('make a key and show it once'))
    .requiredOption('--business <id or link tag>', 'whose key it is')
    .requiredOption('--mode <mode>', 'live or test')
    .option(
      '--scope <scope...>',
      `what it may do: ${keyScopes.join(', ')} (default: ${defaultScopes.join(', ')})`,
    )
    .option('--ip <network...>', 'where it may be used from (default: anywhere)')
    .option('--label <text>', 'what it is for')
    .option('--rate-limit <requests>', 'how often it may call in ten seconds (default: 1000)')
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
        session.print(...formatIssuedKey(issued), 'Next: hand it to the business; every request carries it.')
      })
    })
}

function addRotate(key: Command, session: AdminSession): void {
  withActor(key.command('rotate').description('replace a key; both work until the overlap ends'))
    .requiredOption('--key <id>', 'the key to replace (key_…)')
    .option('--overlap-hours <hours>', `how long both work (default: ${defaultOverlapHours})`)
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
          `Next: put it to use before ${rotated.oldKeyExpiresAt.toISOString()}, when ${keyId} stops working.`,
        )
      })
    })
}

function addRevoke(key: Command, session: AdminSession): void {
  withActor(key.command('revoke').description('end a key for ever, everywhere within five seconds'))
    .requiredOption('--key <id>', 'the key to end (key_…)')
    .action(async ({ key: keyId, actor, reason }: RevokeOptions) => {
      await session.run(async (deps) => {
        const revoked = await revokeKey(deps, { keyId, actor: requirePerson(actor), reason })
        session.print(
          `Key ${keyId} is revoked: requests that carry it are refused within five seconds, everywhere.`,
          `Next, if it needs another: npm run admin -- key issue --business ${formatId('business', revoked.businessId)} --mode ${revoked.mode} --actor … --reason …`,
        )
      })
    })
}

function formatIssuedKey({ key, secret }: IssuedKey): string[] {
  return [
    `Key ${formatId('key', key.id)} (${key.mode}) may: ${key.scopes.join(', ')}`,
    `  from  ${key.ipList.length === 0 ? 'anywhere' : key.ipList.join(', ')}`,
    `  up to ${key.requestsPerWindow} requests in ten seconds`,
    '',
    `  ${secret}`,
    '',
    'It is shown this once and stored nowhere: put it where your service keeps its secrets.',
  ]
}
