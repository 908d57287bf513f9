import type { Pool } from 'pg'
import type { createBalanceProofs } from '../shared/balances/prove-balances.ts'
import type { BalanceName } from '../shared/balances/read-balances.ts'
import { toHex } from '../shared/bytes.ts'
import { createDecisions } from '../shared/decisions/decisions.ts'
import type { LiftedFreezes } from '../shared/decisions/lifted-freezes.ts'
import { readDecisions, readDecisionsOfCases } from '../shared/decisions/read-decisions.ts'
import { withStanding } from '../shared/decisions/read-standing.ts'
import type { DecisionWatch } from '../shared/decisions/watch-decisions.ts'
import { whyBehind } from '../shared/journal/require-newest.ts'
import { rightKey } from '../shared/money/facts.ts'
import type { Operators } from '../shared/operators/operators-file.ts'
import type { Executed } from '../shared/requests/signed-request.ts'
import type { RequestWatch } from '../shared/requests/watch-requests.ts'
import type { SoleProcess } from '../shared/sole-process.ts'
import { fromDatabase, onJournal, requireAlive, requireAlone, Unavailable } from '../shared/unavailable.ts'
import { Refused, type SignRequest, type SignResult } from './answers.ts'
import type { AskBanks } from './banks/ask-banks.ts'
import { askAboutCredits } from './banks/require-confirmed.ts'
import type { Journal } from './journal/journal.ts'
import type { Signed } from './journal/journal-record.ts'
import type { Earlier } from './journal/require-free.ts'
import { type JudgementContext, judgeRequest, type Permitted } from './judge-request.ts'
import type { VerifiedKey } from './keys/verified-key.ts'
import { decisionsAbout, returnCases } from './money/require-decided.ts'
import { readFacts, readStates, type TransferFacts } from './money/transfer-facts.ts'
import type { Policy } from './policy.ts'
import { signWithKeys } from './sign-with-keys.ts'
import { ordersOf } from './withdrawals/require-ordered.ts'
import type { WithdrawalWatch } from './withdrawals/watch-withdrawals.ts'

export type SignerDeps = Readonly<{
  policy: Policy
  operators: Operators
  freezes: LiftedFreezes
  watch: DecisionWatch
  withdrawals: WithdrawalWatch
  requests: RequestWatch
  proveBalances: ReturnType<typeof createBalanceProofs>
  askBanks: AskBanks
  keys: ReadonlyMap<string, VerifiedKey>
  journal: Journal
  pool: Pool
  alone: Pick<SoleProcess, 'confirm'>
  isKilled(): boolean
  nowMs(): number
}>

export type Signer = Readonly<{
  /** Returns the results in order. Throws Unavailable if the requests cannot be answered now. */
  sign(requests: readonly SignRequest[]): Promise<SignResult[]>
}>

type Bytes = Pick<Signed, 'raw' | 'tx_hash'>

type Judged = Readonly<{ permitted: Permitted; number: number }> | Readonly<{ refused: SignResult }>

/**
 * Traces the money, records what is about to be signed, and signs. Batches run one after another, so that the journal does not change while
 * a batch is judged.
 */
export function createSigner(deps: SignerDeps): Signer {
  let turn: Promise<unknown> = Promise.resolve()
  // Checked once per tenure: a journal cannot fall behind while only this process writes it.
  let checked: number | undefined
  const signBatch = async (requests: readonly SignRequest[]): Promise<SignResult[]> => {
    requireAlive(deps)
    const tenure = await requireAlone(deps)
    if (checked !== tenure) {
      const message = await whyBehind(deps.pool, 'signer', deps.journal)
      if (message !== undefined)
        return requests.map(() => ({ outcome: 'refused', code: 'journal_behind', message }))
      checked = tenure
    }
    return signWithNewest(deps, requests, tenure)
  }
  return {
    sign: async (requests) => {
      const answer = turn.then(async () => signBatch(requests))
      turn = answer.catch(() => {})
      return answer
    },
  }
}

async function signWithNewest(
  deps: SignerDeps,
  requests: readonly SignRequest[],
  tenure: number,
): Promise<SignResult[]> {
  const facts = await fromDatabase(async () =>
    readFacts(
      deps.pool,
      requests.map(({ transferId }) => transferId),
      deps.freezes,
      deps.journal,
    ),
  )
  const earlier = await fromDatabase(async () => readEarlier(deps, facts))
  // Every decision that made these facts is older than them, so this look verifies all of them.
  await deps.watch.look()
  const orders = await deps.withdrawals.verify(ordersOf(facts.values()))
  const withdrawn = withdrawnBy(facts.values())
  const unsigned = await deps.requests.verify(withdrawn)
  const strangers = await deps.withdrawals.verifyWallets(withdrawn)
  const balances = await deps.proveBalances(balancesOf(facts.values()), tenure)
  // A clock that was set back must not make earlier transfers fall outside the time window of a cap.
  const atMs = Math.max(deps.nowMs(), deps.journal.lastAtMs())
  const words = await askAboutCredits({ ...deps, atMs }, requests, facts)
  const judged = onJournal(() => {
    const all = requests.map((request) =>
      judge(deps, request, facts.get(request.transferId), {
        ...deps,
        earlier,
        orders,
        unsigned,
        strangers,
        balances,
        words,
        atMs,
      }),
    )
    deps.journal.commit()
    return all
  })
  requireAlive(deps)
  return signJudged(deps, judged)
}

/** Names the withdrawals that a key asked for. Members signed the others, or operators decided them. */
function withdrawnBy(facts: Iterable<TransferFacts>): Executed[] {
  return [...facts].flatMap(({ right, transaction, withdrawal, order_id, mode }) =>
    right?.purpose !== 'withdrawal' ||
    transaction === null ||
    withdrawal?.asked_by !== 'business' ||
    order_id !== null
      ? []
      : [
          {
            transactionId: right.transaction_id,
            purpose: 'withdrawal',
            business: right.business_id,
            mode,
            reference: transaction.reference,
            amountMinor: transaction.amount_minor,
            destination: { network: withdrawal.network, wallet_address: withdrawal.wallet_address },
          },
        ],
  )
}

/** Names the balances that withdrawals debit. */
function balancesOf(facts: Iterable<TransferFacts>): BalanceName[] {
  return [...facts].flatMap(({ mode, right }) =>
    right?.purpose === 'withdrawal' ? [{ mode, businessId: right.business_id }] : [],
  )
}

/** Records a permitted request at once, so that it counts when the next one in the batch is judged. */
function judge(
  { journal }: SignerDeps,
  request: SignRequest,
  facts: TransferFacts | undefined,
  context: JudgementContext,
): Judged {
  try {
    const permitted = judgeRequest(request, facts, context)
    return { permitted, number: permitted.past?.intent.n ?? journal.add(permitted.intent) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { refused: { outcome: 'refused', code: error.code, message: error.message } }
  }
}

async function signJudged(deps: SignerDeps, judged: readonly Judged[]): Promise<SignResult[]> {
  const bytes = new Map<number, Bytes>()
  const unsigned = new Map<number, Permitted>()
  for (const one of judged) {
    if ('refused' in one) continue
    const known = one.permitted.past?.signed
    if (known !== undefined) bytes.set(one.number, known)
    else unsigned.set(one.number, one.permitted)
  }
  const fresh = await signFresh(deps, unsigned)
  for (const { of, ...signed } of fresh) bytes.set(of, signed)
  onJournal(() => deps.journal.keepSigned(fresh))
  return judged.map((one) => {
    if ('refused' in one) return one.refused
    const signed = bytes.get(one.number)
    if (signed === undefined) throw new Unavailable('key_unavailable', 'a signature is missing')
    return { outcome: 'signed', raw: signed.raw, hash: signed.tx_hash }
  })
}

async function signFresh({ keys }: SignerDeps, unsigned: ReadonlyMap<number, Permitted>): Promise<Signed[]> {
  const wanted = [...unsigned]
  const signed = await signWithKeys(
    keys,
    wanted.map(([, { signable }]) => signable),
  )
  return wanted
    .flatMap(([of], place) => {
      const one = signed[place]
      return one === undefined ? [] : [{ of, raw: toHex(one.raw), tx_hash: one.hash }]
    })
    .sort((one, other) => one.of - other.of)
}

/** Reads the facts about earlier transfers, and the decisions of operators. Most transfers have neither, so there is rarely anything to read. */
async function readEarlier(
  { journal, pool, operators, nowMs }: SignerDeps,
  facts: ReadonlyMap<string, TransferFacts>,
): Promise<Earlier> {
  const beforeOf = ({ mode, right }: TransferFacts) =>
    right === null ? [] : journal.ofRight(rightKey(mode, right))
  const all = [...facts.values()]
  const known = all.flatMap(beforeOf).map(({ transfer_id }) => transfer_id)
  const about = decisionsAbout(all, (one) => beforeOf(one).length > 0)
  const returns = await readDecisionsOfCases(pool, returnCases(all))
  return {
    states: known.length === 0 ? new Map() : await readStates(pool, known),
    decisions: createDecisions(
      operators,
      [...(await withStanding(pool, await readDecisions(pool, about))), ...returns],
      {
        nowMs: nowMs(),
        journal,
      },
    ),
  }
}
