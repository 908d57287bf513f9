import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { BareBank, BareOrder } from './bare-bank.ts'
import { FINISH, LIST_OUT, NOTE_ANSWERS, OPEN, SEND, TAKE_ACCOUNT } from './bare-statements.ts'

const BATCH = 100
const AT_ONCE = 50

export type BareAccount = {
  readonly number: string
  isCalled: boolean
  /** Works one round: records the payouts that the bank reports as paid, and opens, sends and records waiting ones. */
  work(): Promise<Readonly<{ out: number; moved: number }>>
}

export function createBareAccount(
  deps: Readonly<{ pool: Pool; number: string; bank: BareBank }>,
): BareAccount {
  const { pool, number, bank } = deps
  const run = async <T extends object>(name: string, text: string, values: readonly unknown[]) =>
    (await pool.query<T>({ name, text, values: [...values] })).rows

  const ask = async (): Promise<{ out: number; ended: number }> => {
    const out = await run<{ id: string; reference: string; is_due: boolean }>('out', LIST_OUT, [number])
    const due = out.filter(({ is_due }) => is_due)
    const paid = await eachOf(due, async ({ id, reference }) => ((await bank.isPaid(reference)) ? [id] : []))
    if (paid.length > 0) await run('finish', FINISH, [paid.flat()])
    return { out: out.length, ended: paid.flat().length }
  }

  const send = async (): Promise<number> => {
    const opened = await run<BareOrder & { id: string }>('open', OPEN, [number, BATCH])
    if (opened.length === 0) return 0
    const ids = opened.map(({ id }) => id)
    await run('send', SEND, [ids])
    await eachOf(opened, async (order) => bank.send(order))
    await run('answers', NOTE_ANSWERS, [ids])
    return opened.length
  }

  return {
    number,
    isCalled: false,
    work: async () => {
      await run('take', TAKE_ACCOUNT, [number, 'bare'])
      const { out, ended } = await ask()
      const sent = await send()
      return { out: out + sent - ended, moved: sent + ended }
    },
  }
}

async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const waiting = items.values()
  const results: R[] = []
  const worker = async () => {
    for (const item of waiting) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
  return results
}
