import { differences, differencesInReply } from './differences.ts'
import type { Intent } from './intent.ts'
import type { Party } from './party.ts'
import type { Recorded, TransactionRecord } from './read-record.ts'
import { readTransaction, transactionIdOf, type Witness } from './witness.ts'

export type Verdict = Readonly<{
  lost: readonly string[]
  doubled: readonly string[]
  altered: readonly string[]
}>

/** Compares the replies that the callers received with the rows in PostgreSQL. */
export function judgeRecord(
  witnesses: readonly Witness[],
  parties: readonly Party[],
  record: TransactionRecord,
): Verdict {
  const lost: string[] = []
  const doubled: string[] = []
  const altered: string[] = []
  const byIntent = groupByIntent(witnesses, record, altered)
  for (const witness of witnesses) {
    const { intent, acknowledgements } = witness
    const name = `${intent.kind} ${intent.number}`
    const found = byIntent.get(keyOf(intent)) ?? []
    if (found.length > 1) doubled.push(`${name} is recorded ${found.length} times`)
    const ids = new Set(acknowledgements.map(transactionIdOf))
    if (ids.size > 1) doubled.push(`${name} was acknowledged as ${[...ids].join(' and ')}`)
    const firsts = acknowledgements.filter(({ isReplay }) => !isReplay)
    if (firsts.length > 1) doubled.push(`${name} was acknowledged as new ${firsts.length} times`)
    const [recorded] = found
    if (recorded === undefined) {
      if (acknowledgements.length > 0) lost.push(`${name} was acknowledged, but is not recorded`)
      continue
    }
    if (acknowledgements.length === 0 && witness.refusal !== undefined) {
      altered.push(`${name} was refused (${witness.refusal.status}), but is recorded`)
    }
    altered.push(...differences(intent, recorded).map((difference) => `${name}: ${difference}`))
    for (const reply of acknowledgements) {
      altered.push(
        ...differencesInReply(intent, recorded, readTransaction(reply)).map((text) => `${name}: ${text}`),
      )
    }
  }
  altered.push(...record.orphans.map((orphan) => `${orphan}, which does not exist`))
  altered.push(...parties.flatMap((party) => balanceDifference(party, record)))
  return { lost, doubled, altered }
}

/** Groups transactions by kind, business and amount. No two intents share these, so callers without an id are covered too. */
function groupByIntent(
  witnesses: readonly Witness[],
  record: TransactionRecord,
  altered: string[],
): Map<string, Recorded[]> {
  const groups = new Map<string, Recorded[]>(
    witnesses.filter(({ intent }) => !intent.isWrong).map(({ intent }) => [keyOf(intent), []]),
  )
  for (const recorded of record.transactions.values()) {
    const { type, business_id, amount_minor } = recorded.row
    const group = groups.get(`${type} ${business_id} ${amount_minor}`)
    if (group === undefined) altered.push(`a ${type} of ${amount_minor} is recorded, but nobody requested it`)
    else group.push(recorded)
  }
  return groups
}

function keyOf({ kind, party, amountMinor }: Intent): string {
  return `${kind} ${party.uuid} ${amountMinor}`
}

function balanceDifference({ uuid, linkTag, balanceMinor }: Party, record: TransactionRecord): string[] {
  const sold = [...record.transactions.values()]
    .filter(({ row }) => row.type === 'sell' && row.business_id === uuid)
    .reduce((sum, { row }) => sum + BigInt(row.amount_minor ?? '0'), 0n)
  const left = record.balances.get(uuid) ?? 0n
  return left === balanceMinor - sold
    ? []
    : [`${linkTag} had ${balanceMinor} kobo and sold ${sold}, but has ${left}`]
}
