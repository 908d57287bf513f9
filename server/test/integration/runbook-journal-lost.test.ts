import { hireOperator } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareJournal } from '../../src/flows/payouts/read-vendor-books.ts'
import { systemClock } from '../../src/kernel/clock/clock.ts'
import { createVaultPayer } from '../../src/rails/payouts/vault/vault-payer.ts'
import { createPayerWorld } from '../payer-world.ts'
import { createRunbook } from './follow-runbook.ts'

let world: Awaited<ReturnType<typeof createPayerWorld>>
/** The people of the runbook, besides the operators of the world. */
let others: { id: string; name: string }[]
beforeAll(async () => {
  world = await createPayerWorld()
  const hire = async (name: string) => {
    const by = { actor: 'system:test', reason: 'a test' }
    const { id } = await hireOperator(world.owner, { email: `${name}@afara.test`, name, ...by })
    return { id, name }
  }
  others = [await hire('you'), await hire('colleague')]
})
afterAll(async () => {
  await world.stop()
})

/** Returns the case that awaits approval. */
const asked = async (): Promise<string> => {
  const { rows } = await world.owner.query<{ id: string }>(
    `select 'cas_' || replace(id::text, '-', '') as id from case_file where kind = 'request' and state = 'awaiting_approval'`,
  )
  return rows[0]?.id ?? ''
}

/** Follows the runbook with the settings of a payer and its journal's folder. */
async function followRunbook(folder: string): Promise<string> {
  const environment = await world.prepare(folder, {}, undefined, others)
  const runbook = await createRunbook('journal-lost.md', {
    environment: { ...environment, PATH: process.env.PATH },
    ownerUrl: world.ownerUrl,
    emails: ['you@afara.test', 'colleague@afara.test'],
  })
  const said = await runbook.follow('Rebuild it', { VAULT: 'payer' })
  const file = `${environment.PAYER_JOURNAL_FILE}.rebuilt.json`
  return said + (await runbook.follow('Take it over', { FILE: file, CASE: asked }))
}

test('two operators rebuild a lost journal of the payer, and nothing is paid twice', async () => {
  const first = await world.start('lost', {}, { others })
  const opened = await world.open(3, 1_000)
  const [one, two, three] = opened.map(({ payoutId }) => payoutId)
  await first.send([one ?? '', two ?? ''])
  const { durable } = (await (
    await first.ask('/v1/send', { orders: [{ payout_id: one, kind: 'first' }] })
  ).json()) as {
    durable: { count: number; hash: string }
  }
  await world.worker.query(`select note_journal('payer', $1, $2, $3)`, [
    durable.count,
    durable.hash,
    systemClock.now(),
  ])

  // The disk is lost. A payer with an empty journal, or a rebuilt one that was not approved, pays nothing.
  const empty = await world.start('empty', {}, { others })
  expect(await empty.send([three ?? ''])).toMatchObject([{ code: 'journal_behind' }])
  await empty.child.kill()
  const said = await followRunbook('rebuilt')
  expect(said).toMatch(/\d+ records; the hash of the last one is [0-9a-f]{64}/)
  expect(said).not.toContain('unexplained:')

  const rebuilt = await world.start('rebuilt', {}, { others })
  expect(await rebuilt.send([one ?? '', two ?? '', three ?? ''])).toMatchObject([
    { outcome: 'exists' },
    { outcome: 'exists' },
    { outcome: 'exists' },
  ])
  const [another] = await world.open(1, 1_500)
  expect(await rebuilt.send([another?.payoutId ?? ''])).toMatchObject([{ outcome: 'accepted' }])
  const references = (await world.truth()).map(({ reference }) => reference)
  expect(new Set(references).size).toBe(references.length)
})

test('a payment that only its vendor knows freezes the account and is not sent again', async () => {
  const before = await world.start('rebuilt', {}, { others })
  const [one] = await world.open(1, 1_700)
  expect(await before.send([one?.payoutId ?? ''])).toMatchObject([{ outcome: 'accepted' }])
  await before.child.kill()
  const saved = `create temporary table gone as select * from payout where id = '${one?.payoutId}'`
  await world.forge(`${saved}; delete from payout where id = '${one?.payoutId}'`)
  const said = await followRunbook('second')
  expect(said).toContain(`unexplained: payout_account ${world.accountId}: ${one?.reference}`)
  expect(await world.accountState(world.accountId)).toBe('frozen')

  // The worker compares the account with the rebuilt journal, and records unknown payouts as sent.
  const after = await world.start('second', {}, { others })
  await world.endLease(world.accountId)
  const held = await world.hold(world.accountId)
  const payer = createVaultPayer({ url: after.url, token: world.tokens.worker })
  expect(await compareJournal({ ...world.deps, payer }, held)).toBe(false)
  const { rows } = await world.owner.query('select reference, right_key from payout_forgotten')
  expect(rows).toEqual([{ reference: one?.reference, right_key: `unknown//${one?.reference}/payout/1` }])

  // The row is restored: whatever it says, the reference counts as sent.
  await world.forge(
    `insert into payout select * from gone; update payout_account set state = 'active', frozen_because = null;
     delete from payout_forgotten; delete from freeze_order`,
  )
  expect(await after.send([one?.payoutId ?? ''])).toMatchObject([{ code: 'reference_used' }])
})

test('payouts that a restored database lost are in the rebuilt journal, although the bank does not show them', async () => {
  const [one] = await world.open(1, 1_900)
  const id = one?.payoutId ?? ''
  await world.forge(
    `insert into payout_forgotten (account_id, reference, right_key, attempt, payout_id, bank_code, account_number, amount_minor, noted_at,
         balance_minor)
       select x.account_id, x.reference, payout_right_key(r.business_id, r.mode, r.reference, r.purpose, r.leg), x.attempt, x.id, r.bank_code,
         r.account_number, r.amount_minor, now(), r.amount_minor from payout x join payout_right r on r.id = x.right_id where x.id = '${id}';
     create temporary table lost as select * from payout where id = '${id}'; delete from payout where id = '${id}'`,
  )
  await followRunbook('third')
  await world.forge('insert into payout select * from lost')
  const payer = await world.start('third', {}, { others })
  expect(await payer.send([id])).toMatchObject([{ outcome: 'exists' }])
  expect((await world.truth()).map(({ reference }) => reference)).not.toContain(one?.reference)
})

test.each([
  ['the old journal was written to after the rebuild', 'update vault_journal set count = count + 1'],
  [
    'it has fewer records than the banks have payments',
    `update vault_journal set count = 1; update payout set state = 'accepted'`,
  ],
])('a rebuilt journal is not adopted when %s', async (_, change) => {
  const { rows: seen } = await world.owner.query('select count, hash from vault_journal')
  const { count, hash } = seen[0] as { count: string; hash: string }
  const isShort = change.includes('= 1')
  await world.forge(change)
  const resolution = {
    action: 'adopt_journal',
    vault: 'payer',
    count: isShort ? 1 : Number(count),
    hash,
    replaces: { count: isShort ? 1 : Number(count), hash },
    unexplained: [],
  } as const
  await expect(
    world.owner.query('select adopt_journal(jsonb_populate_record(null::case_file, $1), now())', [
      { resolution },
    ]),
  ).rejects.toMatchObject({ code: 'AF040' })
  await world.forge(`update vault_journal set count = ${count}`)
})
