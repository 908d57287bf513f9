import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { accountKinds } from './account.ts'
import { runChecks } from './check-store.ts'
import { declaredPostings } from './declared-postings.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 1, applicationName: 'test' })
afterAll(async () => {
  await owner.end()
  await database.drop()
})

type Kind = keyof typeof accountKinds
type Forgery = Readonly<{ step: string; debit: Kind; credit: Kind; mode: Mode }>

/** Inserts a balanced entry without the posting functions, as only the owner of the database can. */
async function forge({ step, debit, credit, mode }: Forgery, transactionId: string | null): Promise<string> {
  const id = newId()
  const asset = accountKinds[debit].assets.find((one) =>
    accountKinds[credit].assets.some((other) => other === one),
  )
  const ownerOf = (kind: Kind): string => (accountKinds[kind].owned ? newId() : '')
  await owner.query(
    `with e as (insert into entry values ($1, $2, $3, $4, null, now(), pg_current_xact_id()::text::bigint))
     insert into posting values ($1, 1, $2, $5, $6, $7, $8, $9, 100, pg_current_xact_id()::text::bigint)`,
    [id, mode, transactionId, step, debit, ownerOf(debit), credit, ownerOf(credit), asset ?? 'NGN'],
  )
  return id
}

const everyPass = ['check_declared', 'check_causes', 'check_balance_causes', 'check_entry', 'check_reversal']

test('the checks of every pass name a forged entry of every declared posting and of every pair of kinds', async () => {
  const kinds = Object.keys(accountKinds) as Kind[]
  const pairs = (['live', 'test'] as const).flatMap((mode) =>
    kinds.flatMap((debit) => kinds.map((credit) => ({ mode, step: 'credit_matched', debit, credit }))),
  )
  const forged = new Map<string, Forgery>()
  for (const one of [...declaredPostings(), ...pairs].filter(({ step }) => step !== 'test'))
    for (const transactionId of [null, newId()]) forged.set(await forge(one, transactionId), one)
  const { findings } = await runChecks(owner, everyPass)
  const words = findings.map(({ subject, problem }) => `${subject} ${problem}`).join('\n')
  expect(
    [...forged]
      .filter(([id]) => !words.includes(id))
      .map(([, { step, debit, credit }]) => `${step}: ${debit} / ${credit}`),
  ).toEqual([])
  expect(forged.size).toBeGreaterThan(1_000)
}, 60_000)
