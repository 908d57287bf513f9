import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** Calls a function that carries out a decision of this commit. Each asks for the approval itself. */
export async function carryOutInRecord(sql: Sql, call: string, values: readonly unknown[]): Promise<void> {
  try {
    await sql.query(`select ${call}`, [...values])
  } catch (error) {
    throw refusalFor(error) ?? error
  }
}

function refusalFor(error: unknown): Refusal | undefined {
  const { code, message } = error as { code?: string; message: string }
  const more = { cause: error }
  // A domain's own rule: less than nothing would be left.
  if (code === 'AF010' || code === '23514') {
    return new Refusal(
      'insufficient_funds',
      `There is not so much left: ${message}. Decline it and look again.`,
      more,
    )
  }
  if (code === 'AF033') {
    return new Refusal('return_destination_unproved', `${message}: decline it and propose --keep.`, more)
  }
  if (code === 'AF001' || code === 'AF040') {
    return new Refusal(
      'proposal_stale',
      `${message}: it has moved on. Decline this proposal and look again.`,
      more,
    )
  }
  if (code === 'AF041') {
    return new Refusal(
      'resolution_invalid',
      `${message}: two operators lift it first ("npx afara ops lien lift").`,
      more,
    )
  }
  if (code === 'AF044') {
    return new Refusal('resolution_invalid', `${message}: decline it. Only a release ends such a hold.`, more)
  }
  if (code === 'AF045') {
    return new Refusal(
      'resolution_invalid',
      `${message}: resume or open one first ("npx afara ops lanes"), then approve this.`,
      more,
    )
  }
  // About a payout, which some other way is open for, or a little time.
  if (code === 'AF062') return new Refusal('resolution_invalid', `${message}.`, more)
  if (code === 'AF054') {
    return new Refusal(
      'lane_not_funded',
      `${message}: look with "npx afara ops lanes", approve it in a minute, or decline it.`,
      more,
    )
  }
  if (code === 'AF042' || code === 'AF043') {
    return new Refusal('resolution_invalid', `${message}: decline it, and look at both again.`, more)
  }
  return undefined
}
