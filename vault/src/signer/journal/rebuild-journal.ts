import type { Pool } from 'pg'
import { toHex } from '../../shared/bytes.ts'
import { type Rebuilt, requireNoJournal, type Unexplained } from '../../shared/journal/rebuilt.ts'
import { readSeenHead } from '../../shared/journal/require-newest.ts'
import { rightKey } from '../../shared/money/facts.ts'
import type { CreditShare } from '../../shared/money/judge-credit.ts'
import { Refused } from '../answers.ts'
import { findLane, judgeRight } from '../money/judge-right.ts'
import {
  type AdoptedLock,
  readAdoptedLocks,
  readAttempts,
  readSignedTransfers,
  type SignedAttempt,
} from '../money/signed-transfers.ts'
import { readFacts, type TransferFacts } from '../money/transfer-facts.ts'
import type { LanePolicy, Policy } from '../policy.ts'
import { type Journal, openJournal } from './journal.ts'
import type { Intent } from './journal-record.ts'

type Deps = Readonly<{ pool: Pool; policy: Policy; journalFile: string }>

const PAGE = 200

/**
 * Rebuilds a lost journal from the signed bytes in the database. Bytes are stored in the database before they are sent, so bytes that are
 * missing there were never sent. The worker also compares each lane with its chain, and so detects used locks that the
 * database does not have.
 */
export async function rebuildJournal(deps: Deps): Promise<Rebuilt> {
  requireNoJournal(deps.journalFile)
  const replaces = await readSeenHead(deps.pool, 'signer')
  const journal = await openJournal(deps.journalFile)
  try {
    const unexplained: Unexplained[] = []
    for (let after: string | undefined; ; ) {
      const ids = await readSignedTransfers(deps.pool, after, PAGE)
      const facts = await readFacts(deps.pool, ids)
      const attempts = await readAttempts(deps.pool, ids)
      for (const id of ids)
        unexplained.push(...addTransfer(deps, journal, facts.get(id), attempts.get(id) ?? []))
      after = ids.at(-1)
      if (ids.length < PAGE) break
    }
    for (const adopted of await readAdoptedLocks(deps.pool)) addAdopted(deps, journal, adopted)
    journal.commit()
    return { vault: 'signer', ...journal.durable(), replaces, unexplained }
  } finally {
    await journal.close()
  }
}

function addTransfer(
  { policy }: Deps,
  journal: Journal,
  facts: TransferFacts | undefined,
  attempts: readonly SignedAttempt[],
): Unexplained[] {
  const right = facts?.right
  if (facts === undefined || !right) throw new Error('a signed transfer has no right in the database')
  const lane = findLane(facts, policy)
  const { to, credits, because } = meaningOf(facts, lane, policy)
  const meaning = {
    lock: { mode: lane.mode, network: lane.network, address: lane.address, lock: facts.lock },
    right: rightKey(facts.mode, right),
    transaction_id: right.transaction_id,
    right_id: right.id,
    transfer_id: facts.transfer_id,
  }
  addAttempts(journal, { ...meaning, to, tokens_minor: right.tokens_minor, credits }, attempts)
  const isDead = facts.state === 'final_failed' || facts.state === 'final_void'
  return because === undefined || isDead
    ? []
    : [{ scope: 'business', subject: right.business_id, reason: `transfer ${facts.transfer_id}: ${because}` }]
}

function addAdopted({ policy }: Deps, journal: Journal, adopted: AdoptedLock): void {
  const lane = policy.find(adopted)
  if (lane === undefined) throw new Error(`the policy has no entry for the lane ${adopted.address}`)
  const { right_key: right, transaction_id, right_id, transfer_id, tokens_minor, credits, attempts } = adopted
  const lock = { mode: lane.mode, network: lane.network, address: lane.address, lock: adopted.lock }
  const to = lane.family.spell(adopted.to)
  addAttempts(
    journal,
    { lock, right, transaction_id, right_id, transfer_id, to, tokens_minor, credits },
    attempts,
  )
}

/** Adds each attempt as it was signed. A lock without bytes was abandoned. */
function addAttempts(
  journal: Journal,
  meaning: Omit<Intent, 'at' | 'action' | 'digest'>,
  attempts: readonly SignedAttempt[],
): void {
  const nothing = { to: meaning.lock.address, tokens_minor: '0', credits: [] }
  if (attempts.length === 0)
    journal.add({ ...meaning, ...nothing, at: new Date(0).toISOString(), action: 'cancel', digest: '' })
  for (const { kind, raw, hash, signed_at } of attempts) {
    const action = kind === 'cancel' ? 'cancel' : 'pay'
    const at = signed_at.toISOString()
    const of = journal.add({ ...meaning, ...(action === 'cancel' ? nothing : {}), at, action, digest: '' })
    journal.keepSigned([{ of, raw: toHex(raw), tx_hash: hash }])
  }
}

/** Returns the destination of a transfer and the money behind it, judged with the states that it had when it was signed. */
function meaningOf(
  facts: TransferFacts,
  lane: LanePolicy,
  policy: Policy,
): Readonly<{ to: string; credits: readonly CreditShare[]; because?: string }> {
  const { transaction } = facts
  try {
    const asThen = { ...facts, state: 'signed', freezes: [] }
    return judgeRight(
      transaction === null ? asThen : { ...asThen, transaction: { ...transaction, status: 'sending' } },
      lane,
      policy,
    )
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { to: lane.family.spell(facts.right?.address ?? ''), credits: [], because: error.message }
  }
}
