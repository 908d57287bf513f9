import { join } from 'node:path'
import type { BankFeed } from '@afara/server/movements/feeds/bank-feed.ts'
import type { BankLine, Payer } from '@afara/server/movements/feeds/bank-line.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'
import type { ProofInput } from '../proof.ts'

export const POOL_NUMBER = '0000000004'
const PATIENCE_MS = 20_000

export type NumberPayment = Readonly<{
  number: string
  minor: bigint
  payer: Payer
  remark: string
  /** Whether the vendor books it although its amount is wrong, it is late or the second. */
  isTaken: boolean
}>

/** The simulated bank with a vendor that gives account numbers. Its clock follows the proof's. */
export async function startNumberBank(readVendors: ProofInput['readVendors'], startMs: number) {
  const run = await createTemporaryRun()
  const simulator = await startBankSimulator({
    directory: join(run.directory, 'bank'),
    onSpawn: run.onSpawn,
    stoppedAt: new Date(startMs).toISOString(),
    accounts: [{ number: POOL_NUMBER, vendor: 'kora', name: 'Afara' }],
  })
  const { rails, feeds } = await readVendors({
    BANK_TEST_KORA_URL: `${simulator.url}/kora`,
    BANK_TEST_KORA_SECRET_KEY: 'sk_test_kora_1',
    BANK_TEST_KORA_ACCOUNTS: POOL_NUMBER,
  })
  const feed: BankFeed | undefined = feeds.test.get('kora')
  if (feed === undefined) throw new Error('the vendor has no feed')
  let bankMs = startMs

  const tell = async <Answer>(method: string, path: string, body: object): Promise<Answer> => {
    const response = await fetch(`${simulator.adminUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`the simulator said ${response.status}: ${await response.text()}`)
    return (await response.json()) as Answer
  }

  return {
    rails,
    /** Sets the bank's clock. */
    async moveTo(ms: number): Promise<void> {
      if (ms <= bankMs) return
      await tell('PATCH', '/clock', { at: new Date(ms).toISOString() })
      bankMs = ms
    },
    /** Pays to a number. Returns the lines that the vendor reports; none if it sends the payment back. */
    async pay({ number, minor, payer, remark, isTaken }: NumberPayment): Promise<readonly BankLine[]> {
      const { accountNumber, bankCode, name } = payer
      const [paid] = (
        await tell<{ payments: { lines: { reference: string }[] }[] }>('POST', '/payments', {
          payments: [
            {
              account: number,
              amount: `${minor / 100n}.${(minor % 100n).toString().padStart(2, '0')}`,
              remark,
              ...(accountNumber === undefined
                ? {}
                : { payer: { account_number: accountNumber, bank_code: bankCode, name } }),
              faults: [
                ...(accountNumber === undefined ? ['payer_blank'] : []),
                ...(isTaken ? ['number_amount_accepted', 'number_late_accepted', 'number_paid_again'] : []),
              ],
            },
          ],
        })
      ).payments
      const [line] = paid?.lines ?? []
      if (line === undefined) return []
      const read = await feed.reread({ key: line.reference, detail: null }, AbortSignal.timeout(PATIENCE_MS))
      if (read.kind !== 'found') throw new Error('the vendor does not report its own payment')
      return read.lines
    },
    async stop() {
      await simulator.stop()
      run.remove()
    },
  }
}

export type NumberBank = Awaited<ReturnType<typeof startNumberBank>>
