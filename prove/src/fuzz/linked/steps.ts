import { type Expectation, oneDraft } from '../exchange.ts'
import { type Accepted, readAccepted } from '../judge/accepted.ts'
import { type Draft, withDraftHeader, withField } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { mustSucceed } from '../requests/valid-kinds.ts'
import type { Stage } from '../stage.ts'
import type { Reply } from '../wire/reply.ts'
import type { Party } from '../world.ts'

export const BUY = 'POST /transactions/v1/onramp'
export const SELL = 'POST /transactions/v1/offramp'
export const VENDORS = 'GET /transactions/v1/vendors'

/** Returns a valid request of a party with this reference and without an Idempotency-Key. */
export function draftNamed(stage: Stage, operation: string, party: Party, reference: string): Draft {
  const draft = draftValid(stage.operation(operation), { ...stage, party })
  return withField(
    withDraftHeader(draft, 'idempotency-key', undefined),
    'reference',
    JSON.stringify(reference),
  )
}

/** Sends a request that must get this reply. */
export async function ask(stage: Stage, draft: Draft, expected: Expectation): Promise<Reply> {
  const [reply] = await stage.send(oneDraft(draft, expected))
  return reply ?? stage.fault('the request was not answered')
}

/** Sends a request that must create a new transaction. */
export async function accept(stage: Stage, draft: Draft): Promise<Accepted> {
  const accepted = readAccepted(await ask(stage, draft, mustSucceed(draft)))
  if (accepted === undefined) return stage.fault('a success without a transaction')
  if (accepted.isReplay) stage.fault(`the new transaction ${accepted.id} was returned as a replay`)
  return accepted
}

/** Sends a request that must return the existing transaction. */
export async function acceptAgain(stage: Stage, draft: Draft, first: Accepted): Promise<void> {
  const again = readAccepted(await ask(stage, draft, { statuses: mustSucceed(draft).statuses }))
  if (again?.id !== first.id) stage.fault(`a repeated request returned ${again?.id} instead of ${first.id}`)
  if (!again.isReplay) stage.fault(`${first.id} was returned again without Idempotent-Replayed: true`)
  for (const name of ['reference', 'amount', 'created_at', 'date_created', 'fee', 'wallet_address']) {
    const [before, now] = [JSON.stringify(first.fields[name]), JSON.stringify(again.fields[name])]
    if (before !== now) stage.fault(`${name} was ${before} at first and ${now} in the replay`)
  }
}

/** Sends a request that contradicts an earlier one. The reply must name the earlier one. */
export async function conflict(stage: Stage, draft: Draft, code: string, first: Accepted): Promise<void> {
  const reply = await ask(stage, draft, { statuses: [409], code })
  if (!reply.body.toString('utf8').includes(first.id))
    stage.fault(`the error ${code} does not name ${first.id}`)
}
