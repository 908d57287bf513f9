import type { Command } from 'commander'
import { Refusal } from '../../../kernel/refusal.ts'
import type { JournalAdoption } from '../../../records/cases/resolution.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { type OpsHost, type OpsSession, requireReason } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'

type Unexplained = JournalAdoption['unexplained'][number]

/**
 * Adopts a journal that was rebuilt after the vault lost it. Without a reason, only shows the differences. With a reason, proposes the
 * adoption, which another operator approves.
 */
export function addJournalCommand(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('journal <file>')
    .description(
      'show what a rebuilt vault journal does not explain, from the file that "npm run journal" wrote; adopting it needs two operators',
    )
    .option('--reason <text>', 'propose to adopt the journal; the reason says what happened to the old one')
    .action(async (file: string, { reason }: { reason?: string }) => {
      await session.run(async (deps) => {
        const resolution = readRebuilt(await requireFile(host, file))
        const { vault, unexplained } = resolution
        session.print(
          ...unexplained.map(({ scope, subject, reason: why }) => `unexplained: ${scope} ${subject}: ${why}`),
          `${describeResolution(resolution)}.`,
        )
        if (reason === undefined) return
        const summary = `The ${vault}'s journal was lost and rebuilt: ${describeResolution(resolution)}.`
        const change = { mode: 'live' as const, facts: { subject: `journal:${vault}` }, summary, resolution }
        session.print(...(await requestApproval(deps, requireReason(reason), change)))
      })
    })
}

async function requireFile(host: OpsHost, name: string): Promise<string> {
  const content = await host.readFile(name)
  if (content !== undefined) return Buffer.from(content).toString()
  throw new Refusal(
    'not_found',
    `"${name}" cannot be read. Pass the path of the file that "npm run journal" wrote.`,
  )
}

function readRebuilt(text: string): JournalAdoption {
  const { vault, count, hash, replaces, unexplained } = parseObject(text)
  const isWhole =
    (vault === 'signer' || vault === 'payer') &&
    isHead({ count, hash }) &&
    (replaces === null || isHead(replaces)) &&
    Array.isArray(unexplained) &&
    unexplained.every(isUnexplained)
  if (!isWhole) throw new Refusal('field_invalid', 'This is not a file that "npm run journal" wrote.')
  return {
    action: 'adopt_journal',
    vault,
    count: Number(count),
    hash: String(hash),
    replaces,
    unexplained,
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

function isHead(one: unknown): one is NonNullable<JournalAdoption['replaces']> {
  const { count, hash } = (one ?? {}) as Record<string, unknown>
  return Number.isSafeInteger(count) && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)
}

function isUnexplained(one: unknown): one is Unexplained {
  const { scope, subject, reason } = one as Record<string, unknown>
  return (
    (scope === 'business' || scope === 'payout_account') &&
    typeof subject === 'string' &&
    /^[0-9a-f-]{36}$/.test(subject) &&
    typeof reason === 'string'
  )
}
