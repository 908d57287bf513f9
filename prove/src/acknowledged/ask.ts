import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Intent } from './intent.ts'
import type { Line, Reply } from './post.ts'
import type { Witness } from './witness.ts'

export type Asking = Readonly<{
  line: Line
  /** Any one of the api processes, as a load balancer would choose. */
  anyUrl(): string
  /** When even the most patient stop asking. */
  deadline: number
}>

/** Asks as a real caller does, and writes down what it saw. */
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

/** A 503, a 429 or a broken connection leaves it open: the patient ask again, under the same name. */
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
    // Too often means that nothing was recorded, so that anyone may ask again.
    if (reply?.status !== 429) {
      witness.unknowns += 1
      if (!witness.intent.isPatient) return
    }
    if (performance.now() > asking.deadline) return
    await sleep(20 + randomInt(60) * Math.min(attempt + 1, 6))
  }
}

/** The same name with another amount is a conflict, however often and to whichever process it is sent. */
async function askForAnother(asking: Asking, witness: Witness): Promise<void> {
  const { intent } = witness
  while (performance.now() < asking.deadline) {
    const reply = await tryOnce(asking, intent, 0, intent.amountMinor + 1_000_000_00n)
    if (reply?.status === 409) return
    if (reply !== undefined && (reply.status === 200 || isFinal(reply))) {
      witness.oddities.push(`another meaning under a used name: ${reply.status} ${reply.text.slice(0, 200)}`)
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
