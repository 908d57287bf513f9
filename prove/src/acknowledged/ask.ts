import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Intent } from './intent.ts'
import type { Line, Reply } from './post.ts'
import type { Witness } from './witness.ts'

export type Asking = Readonly<{
  line: Line
  /** Returns the URL of any API process, as a load balancer would choose. */
  anyUrl(): string
  /** Time at which even the most patient callers stop retrying. */
  deadline: number
}>

/** Sends the intent as a real caller does, and records the replies. */
export async function ask(asking: Asking, witness: Witness): Promise<void> {
  const { intent } = witness
  if (intent.habit === 'twice_at_once') {
    await Promise.all([askUntilKnown(asking, witness), askUntilKnown(asking, witness)])
    return
  }
  await askUntilKnown(asking, witness)
  if (witness.acknowledgements.length === 0) return
  if (intent.habit === 'again_after') await askUntilKnown(asking, witness)
  if (intent.habit === 'changed_after') await askForAnother(asking, witness)
}

/**
 * Sends the intent until its outcome is known. A 503, a 429 or a broken connection leaves the outcome unknown. Patient callers then retry
 * with the same reference and key.
 */
async function askUntilKnown(asking: Asking, witness: Witness): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await tryOnce(asking, witness.intent, attempt)
    if (reply?.status === 200) {
      witness.acknowledgements.push(reply)
      return
    }
    if (reply !== undefined && isFinal(reply)) {
      witness.refusal = reply
      return
    }
    if (reply?.status === 500) witness.oddities.push(`500 ${reply.text.slice(0, 200)}`)
    // A 429 means that nothing was recorded, so any caller may retry.
    if (reply?.status !== 429) {
      witness.unknowns += 1
      if (!witness.intent.isPatient) return
    }
    if (performance.now() > asking.deadline) return
    await sleep(20 + randomInt(60) * Math.min(attempt + 1, 6))
  }
}

/** Sends another amount with the same reference and key. Every process must reply with a conflict each time. */
async function askForAnother(asking: Asking, witness: Witness): Promise<void> {
  const { intent } = witness
  while (performance.now() < asking.deadline) {
    const reply = await tryOnce(asking, intent, 0, intent.amountMinor + 1_000_000_00n)
    if (reply?.status === 409) return
    if (reply !== undefined && (reply.status === 200 || isFinal(reply))) {
      witness.oddities.push(
        `another amount with a used reference was not answered 409: ${reply.status} ${reply.text.slice(0, 200)}`,
      )
      return
    }
    await sleep(20 + randomInt(200))
  }
}

async function tryOnce(
  { line, anyUrl }: Asking,
  intent: Intent,
  spelling: number,
  amountMinor?: bigint,
): Promise<Reply | undefined> {
  try {
    return await line.post(anyUrl(), intent, spelling, amountMinor)
  } catch {
    return undefined
  }
}

function isFinal({ status }: Reply): boolean {
  return status >= 400 && status < 500 && status !== 429
}
