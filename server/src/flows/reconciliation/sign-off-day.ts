import { hash } from 'node:crypto'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  type Day,
  findSignOff,
  insertSignOff,
  readDay,
  type SignOff,
} from '../../movements/reconciliation/daily-close-store.ts'
import { requireReason } from '../../records/audit/audit-store.ts'
import { formatClose } from '../../records/decisions/decision-text.ts'
import { type Signing, signDecision } from '../../records/decisions/sign-decision.ts'

/** Has an operator sign the figures of a closed day with a passkey. The figures of a closed day never change, so the text is their proof. */
export async function signOffDay(
  { pool, clock, signing }: Readonly<{ pool: Pool; clock: Clock; signing: Signing }>,
  input: Readonly<{ mode: Mode; day: string; operatorId: string; note: string }>,
): Promise<Readonly<{ accounts: number }>> {
  const { mode, day, operatorId } = input
  const note = requireReason(input.note)
  return inTransaction(pool, async (sql) => {
    const found = await readDay(sql, mode, day)
    const before = await findSignOff(sql, mode, day)
    if (before !== undefined) throw signedOff(day, before)
    if (found.madeAt === undefined)
      throw new Refusal(
        'day_not_closed',
        `${day} is not closed in ${mode} mode. Run "npx afara ops close --mode ${mode} --day ${day}" to see why.`,
      )
    const text = formatClose({ ...describeDay(found, found.madeAt), mode, note })
    const assertion = await signDecision(sql, signing, {
      text,
      operatorId,
      kind: 'request',
      action: 'sign_off',
    })
    await insertSignOff(sql, { mode, day, operatorId, text, note, at: clock.now() }, assertion).catch(
      (error: unknown) => {
        // Somebody else signed at the same time.
        if ((error as { code?: string }).code !== 'AF616') throw error
        throw new Refusal('day_signed_off', `Somebody signed off ${day} a moment ago.`, { cause: error })
      },
    )
    return { accounts: found.lines.length }
  })
}

/** Returns what the text of a sign-off says about a day. */
function describeDay({ day, lines }: Day, closedAt: Date) {
  const closing = new Map<string, bigint>()
  for (const { kind, asset, closingMinor } of lines) {
    const name = `${kind}_${asset}`.toLowerCase()
    closing.set(name, (closing.get(name) ?? 0n) + closingMinor)
  }
  const figures = lines.map((line) =>
    [
      line.kind,
      line.owner,
      line.asset,
      line.openingMinor,
      line.inMinor,
      line.outMinor,
      line.closingMinor,
      line.worldMinor ?? '',
      line.differenceMinor ?? '',
    ].join('\t'),
  )
  return {
    day,
    closedAt,
    accounts: lines.length,
    closing: Object.fromEntries([...closing].map(([name, minor]) => [name, String(minor)])),
    figures: hash('sha256', figures.join('\n')),
  }
}

function signedOff(day: string, { name, at }: SignOff): Refusal {
  return new Refusal(
    'day_signed_off',
    `${name} signed off ${day} at ${at.toISOString()}. Nothing was changed.`,
  )
}
