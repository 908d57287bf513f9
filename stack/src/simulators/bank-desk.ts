import { setTimeout as sleep } from 'node:timers/promises'
import { readTruth, type TrueLine } from './bank-truth.ts'
import { readPayoutTruth, type TruePayout } from './payout-truth.ts'

export type OrderedPayment = Readonly<{
  account: string
  amount: string
  payer?: Readonly<{ account_number: string; name: string; bank: string }>
  remark?: string
  faults: ReadonlyArray<string | Readonly<{ fault: string; seconds: number }>>
}>

export type FaultRule = Readonly<{
  fault: string
  vendor?: string
  account?: string
  probability?: number
  times?: number
  seconds?: number
  code?: string
  /** Limits the fault to payouts to this beneficiary account, and name enquiries about it. */
  number?: string
}>

export type BankState = Readonly<{
  clock: Readonly<{ now: string }>
  hooks: Readonly<Record<string, number>>
  requests: Readonly<Record<string, number>>
  /** Number of times that each fault occurred. */
  struck: Readonly<Record<string, number>>
}>

export type SentHook = Readonly<{
  id: string
  vendor: string
  reference: string
  account: string
  state: string
  attempts: number
}>

export type BankDesk = ReturnType<typeof openBankDesk>

/** Opens the simulator's admin interface, which only proofs and the demo use. The simulator is never killed. */
export function openBankDesk(adminUrl: string) {
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${adminUrl}${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        if (attempt >= 5 || method !== 'GET') throw error
      })
      if (response?.ok) return response
      if (response !== undefined) {
        throw new Error(`the bank simulator answered ${response.status} to ${path}: ${await response.text()}`)
      }
      await sleep(200)
    }
  }
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> =>
    (await call(method, path, body)).json() as Promise<T>

  return {
    /** Returns the ids of the booked lines. */
    pay: async (payments: readonly OrderedPayment[]): Promise<string[]> => {
      if (payments.length === 0) return []
      type Booked = { payments: ReadonlyArray<{ lines: ReadonlyArray<{ id: string }> }> }
      const booked = await ask<Booked>('POST', '/payments', { payments })
      return booked.payments.flatMap(({ lines }) => lines.map(({ id }) => id))
    },
    state: async (): Promise<BankState> => ask('GET', '/state'),
    now: async (): Promise<Date> => new Date((await ask<BankState>('GET', '/state')).clock.now),
    advance: async (seconds: number): Promise<void> => {
      await call('PATCH', '/clock', { advance_seconds: seconds })
    },
    /** Runs the bank's clock at the speed of the machine's clock. */
    run: async (at: Date): Promise<void> => {
      await call('PATCH', '/clock', { at: at.toISOString(), running: true })
    },
    /** Takes a credit back, as the payer's bank does when the payer disputes it. */
    recall: async (line: string): Promise<void> => {
      await call('POST', '/recalls', { line })
    },
    rotate: async (vendor: string): Promise<void> => {
      await call('POST', `/vendors/${vendor}/rotate`)
    },
    setFault: async (rule: FaultRule): Promise<string> =>
      (await ask<{ id: string }>('POST', '/faults', rule)).id,
    endFault: async (id: string): Promise<void> => {
      await call('DELETE', `/faults/${id}`)
    },
    endFaults: async (): Promise<void> => {
      await call('DELETE', '/faults')
    },
    rules: async () =>
      (await ask<{ rules: ReadonlyArray<{ id: string; times?: number; number?: string }> }>('GET', '/faults'))
        .rules,
    reopen: async (account: string): Promise<void> => {
      await call('PATCH', `/accounts/${account}`, { status: 'active' })
    },
    hooks: async () =>
      ask<{ hooks: readonly SentHook[]; deliveries: ReadonlyArray<{ verdict: string; status: number }> }>(
        'GET',
        '/hooks',
      ),
    deliver: async (hook: string): Promise<void> => {
      await call('POST', '/hooks/deliver', { hook })
    },
    /** Delivers every pending notification about a payout. */
    deliverOf: async (reference: string): Promise<void> => {
      await call('POST', '/hooks/deliver', { reference })
    },
    statement: async (account: string, day: string, profile: string): Promise<Uint8Array> => {
      const path = `/accounts/${account}/statement?from=${day}&to=${day}&profile=${profile}`
      return new Uint8Array(await (await call('GET', path)).arrayBuffer())
    },
    truth: async (): Promise<TrueLine[]> => readTruth(await (await call('GET', '/truth')).text()),
    payoutTruth: async (): Promise<TruePayout[]> =>
      readPayoutTruth(await (await call('GET', '/truth/payouts')).text()),
    /** Sets the holder of a beneficiary account. */
    putHolder: async (bank: string, number: string, name: string): Promise<void> => {
      await call('PUT', `/beneficiaries/${bank}/${number}`, { name })
    },
    /** Returns the balance of each payout account in kobo, by its number. */
    payoutBalances: async (): Promise<ReadonlyMap<string, bigint>> => {
      const { accounts } = await ask<{ accounts: ReadonlyArray<{ number: string; balance: string }> }>(
        'GET',
        '/payout-accounts',
      )
      return new Map(accounts.map(({ number, balance }) => [number, BigInt(balance)]))
    },
  }
}
