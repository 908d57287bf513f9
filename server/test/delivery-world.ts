import { randomBytes } from 'node:crypto'
import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'
import { clearBuy } from '@afara/server/records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '@afara/server/records/transactions/transaction-store.ts'
import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { floatFunded } from './ledger-entries.ts'
import { createMatchingWorld } from './matching-world.ts'

export type WorldLane = Readonly<{ id: string; address: string; network: string; number: number }>

const randomAddress = (): string => `0x${randomBytes(20).toString('hex')}`

/** Extends the matching world with clearing and lanes that can deliver. */
export async function createDeliveryWorld() {
  const world = await createMatchingWorld()
  const { owner, worker, clock } = world
  const business = await world.openBusiness(1_000_000_000)
  const account = await world.openAccount(business)
  let lanes = 0

  const fund = async (lane: Pick<WorldLane, 'network' | 'number'>, naira: number): Promise<void> => {
    await postEntry(owner, {
      id: newId(),
      mode: 'test',
      transactionId: null,
      step: 'test',
      at: clock.now(),
      postings: floatFunded(lane, money('NGNC', BigInt(naira) * 100n)),
    })
  }

  const hire = async (name: string): Promise<string> => {
    const by = { actor: 'system:test', reason: 'a test' }
    return (await hireOperator(owner, { email: `${name}@afara.test`, name, ...by })).id
  }
  let people: Promise<string[]> | undefined
  // One after the other, because each enrols every operator who has no passkey yet.
  const hireTwo = async (): Promise<string[]> => [await hire('Halima'), await hire('Tunde')]
  const hireBoth = async (): Promise<string[]> => (people ??= hireTwo())

  return {
    ...world,
    business,
    account,
    fund,
    openLane: async (
      options: { naira?: number; network?: string; address?: string; nextLock?: bigint } = {},
    ) => {
      lanes += 1
      const network = options.network ?? 'Polygon'
      const lane = { id: newId(), address: options.address ?? randomAddress(), network, number: lanes }
      await owner.query('select open_lane($1, $2, $3, $4, $5, $6, $7)', [
        lane.id,
        'test',
        network,
        lane.number,
        lane.address,
        options.nextLock ?? 0n,
        clock.now(),
      ])
      if (options.naira !== 0) await fund(lane, options.naira ?? 1_000_000)
      return lane
    },
    closeLanes: async () => {
      await owner.query(`update lane set state = 'draining' where state = 'active'`)
    },
    /** Creates paid and cleared buys. Each is one naira larger than the previous one and includes a fee of one naira. */
    clear: async (
      count: number,
      naira = 1_000,
      network = 'Polygon',
      more: { businessId?: string; account?: typeof account; newWallet?: () => string } = {},
    ): Promise<string[]> => {
      const into = more.account ?? account
      const ids: string[] = []
      for (let made = 0; made < count; made += 1) {
        ids.push(
          await world.claim(more.businessId ?? business, into, naira + made, {
            fee: money('NGN', 100n),
            wallet: { network, address: (more.newWallet ?? randomAddress)() },
          }),
        )
        await world.pay(into, naira + made)
      }
      await world.match(into)
      for (const id of ids) {
        const buy = await findTransaction(worker, id)
        if (buy === undefined) throw new Error('there is no such buy')
        await clearBuy(worker, buy, { list: undefined, subjects: [], hits: [] }, clock.now())
      }
      return ids
    },
    /** Returns the ids of the two operators who decide. */
    hireBoth,
    /** Two operators decide the case of a buy whose transfer failed. */
    decide: async (transactionId: string, wanted: Record<string, unknown>): Promise<void> => {
      const [halima = '', tunde = ''] = await hireBoth()
      const { rows } = await owner.query<{ id: string }>(
        `select id from case_file where transaction_id = $1 and state = 'open' and kind <> 'overdue'`,
        [transactionId],
      )
      const caseId = formatId('case', rows[0]?.id ?? '')
      const deps = { pool: owner, clock, signing: softwareSigning() }
      await proposeResolution(deps, { caseId, operatorId: halima, wanted, reason: 'a test' })
      await approveCase(deps, { caseId, operatorId: tunde })
    },
    /** Returns the lane in which a transaction is queued. Undefined if it is in none. */
    waitingIn: async (transactionId: string): Promise<string | undefined> => {
      const { rows } = await owner.query<{ lane_id: string }>(
        'select lane_id from delivery where transaction_id = $1',
        [transactionId],
      )
      return rows[0]?.lane_id
    },
  }
}
