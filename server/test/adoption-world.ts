import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { planAdoption, proposeAdoption } from '@afara/server/flows/restores/adoption.ts'
import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import type { JournalAttempt, JournalLock } from '@afara/server/movements/transfers/signer.ts'
import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { createLaneWorld } from './lane-world.ts'

type Lost = Readonly<{ transactionId: string; to: string; tokensMinor: bigint; reference: string }>

/**
 * Extends the lane world with a restore: transfers that were signed or sent before it, the journal's record of them, and two operators who
 * adopt them.
 */
export async function createAdoptionWorld() {
  const world = await createLaneWorld()
  const { evm, owner, clock, lane, deps } = world

  const hire = async (name: string) => {
    const by = { actor: 'system:test', reason: 'a test' }
    return (await hireOperator(owner, { email: `${name}@afara.test`, name, ...by })).id
  }
  const [bisi, chidi] = [await hire('bisi'), await hire('chidi')]
  const signal = () => AbortSignal.timeout(10_000)
  let terms = await evm.chain.suggestTerms(signal())

  const nextLock = async (): Promise<bigint> => {
    const { rows } = await owner.query<{ next_lock: string }>('select next_lock from lane where id = $1', [
      lane.id,
    ])
    return BigInt(rows[0]?.next_lock ?? '0')
  }

  /** Returns the journal's record of a lock that our rows do not have. */
  const remember = (
    lock: bigint,
    lost: Lost,
    attempts: readonly JournalAttempt[],
    purpose = 'delivery',
  ): JournalLock => ({
    lock,
    rightKey: `${world.business}/test/${lost.reference}/${purpose}/1`,
    transferId: newId(),
    rightId: newId(),
    transactionId: lost.transactionId,
    to: lost.to,
    tokensMinor: lost.tokensMinor,
    credits: [],
    attempts,
  })

  const sign = async (lock: bigint, { to, tokensMinor }: Lost): Promise<JournalAttempt> => {
    const unsigned = await evm.chain.prepare({ from: lane.address, lock, to, tokensMinor, terms })
    return { kind: 'pay', ...(await evm.sign(unsigned)) }
  }

  const send = async (...attempts: readonly JournalAttempt[]): Promise<void> => {
    await evm.chain.broadcast(
      attempts.map(({ raw }) => raw),
      signal(),
    )
    await evm.mine(1)
  }

  /** Returns a cleared buy that a process sent before its rows were lost. */
  const cleared = async (): Promise<Lost> => {
    const [id = ''] = await world.clear(1)
    const { rows } = await owner.query<{ address: string; tokens: string; reference: string }>(
      `select d.address, d.tokens_minor as tokens, t.reference from delivery d join transaction t on t.id = d.transaction_id
       where d.transaction_id = $1`,
      [id],
    )
    const [row] = rows
    return {
      transactionId: id,
      to: row?.address ?? '',
      tokensMinor: BigInt(row?.tokens ?? '0'),
      reference: row?.reference ?? '',
    }
  }

  const unknownBuy = (): Lost => ({
    transactionId: newId(),
    to: evm.newWallet(),
    tokensMinor: 55_500n,
    reference: `lost-${newId()}`,
  })

  const caseOf = async (subject: string): Promise<string | undefined> => {
    const { rows } = await owner.query<{ id: string }>(
      `select id from case_file where kind = 'restored' and state <> 'resolved' and facts ->> 'subject' = $1`,
      [subject],
    )
    return rows[0]?.id
  }

  /** An operator proposes to adopt the locks of the journal and the chain. Returns the case. */
  const propose = async (): Promise<string> => {
    const halted = { ...lane, mode: 'test' as const, network: 'Polygon' as const, nextLock: await nextLock() }
    const plan = await planAdoption({ chains: deps.chains, journal: world.signer }, halted)
    const caseId = (await caseOf(lane.id)) ?? ''
    const asked = { plan, caseId, operatorId: bisi, reason: 'the database was restored' }
    await proposeAdoption({ pool: owner, clock, signing: softwareSigning() }, asked)
    return formatId('case', caseId)
  }

  const approve = async (caseId: string): Promise<unknown> =>
    approveCase({ pool: owner, clock, signing: softwareSigning() }, { caseId, operatorId: chidi })

  const adopt = async (): Promise<void> => {
    await approve(await propose())
  }

  /** Tokens of the lane's wallet on the chain less the float of the lane in the ledger. */
  const difference = async (): Promise<bigint> => {
    const { rows } = await owner.query<{ minor: string }>(
      `select amount_minor as minor from balance where kind = 'float' and owner = 'Polygon:1'`,
    )
    return (await evm.tokensOf(lane.address)) - BigInt(rows[0]?.minor ?? '0')
  }

  return {
    ...world,
    bisi,
    chidi,
    difference,
    /** The difference at the start: the test setup gives the wallet and the ledger different amounts. */
    before: await difference(),
    /** Returns the terms that `sign` uses. */
    terms: () => terms,
    renewTerms: async (): Promise<void> => {
      terms = await evm.chain.suggestTerms(signal())
    },
    signal,
    nextLock,
    remember,
    sign,
    send,
    cleared,
    unknownBuy,
    caseOf,
    propose,
    approve,
    adopt,
  }
}
