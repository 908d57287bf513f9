import { execFile } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { parseTransaction, recoverTransactionAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asking, bytesOf, createVaultWorld } from '../../../../test/vault-world.ts'
import { SignerUnavailable } from '../../../movements/transfers/signer.ts'
import { createVaultSigner } from './vault-signer.ts'

let world: Awaited<ReturnType<typeof createVaultWorld>>

beforeAll(async () => {
  world = await createVaultWorld()
})

afterAll(async () => {
  await world.stop()
})

const never = new AbortController().signal
const codes = (results: readonly { code?: string; outcome: string }[]) =>
  results.map(({ code, outcome }) => code ?? outcome)

test('transfers that were paid, cleared and opened are signed, in order, with the key of their lane', async () => {
  const vault = await world.start('honest')
  const signer = createVaultSigner(vault)
  const lane = { mode: 'test', network: 'Polygon', address: world.lane.address } as const
  expect(await signer.nextLock(lane, never)).toBe(0n)

  const transfers = await world.open(3)
  const requests = transfers.map((transfer) => ({
    transferId: transfer.transferId,
    kind: 'pay' as const,
    unsigned: bytesOf(asking(transfer)),
  }))
  const answers = await signer.sign(requests, never)
  for (const [place, answer] of answers.entries()) {
    if (answer.outcome === 'refused') throw new Error(`${answer.code}: ${answer.message}`)
    const raw = `0x02${Buffer.from(answer.raw).toString('hex').slice(2)}` as const
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(world.lane.address)
    expect(parseTransaction(raw).nonce ?? 0).toBe(transfers[place]?.lock)
  }
  expect(await signer.nextLock(lane, never)).toBe(3n)
  expect(await signer.readLocks(lane, 1n, never)).toMatchObject([
    { lock: 1n, transferId: transfers[1]?.transferId, attempts: [{ kind: 'pay' }] },
    { lock: 2n, transferId: transfers[2]?.transferId, attempts: [{ kind: 'pay' }] },
  ])
  // A repeated request after a lost response returns the same bytes.
  expect(await signer.sign(requests, never)).toEqual(answers)

  await vault.child.kill()
  await expect(signer.sign(requests, never)).rejects.toThrow(SignerUnavailable)
  const [again] = await (await world.start('honest')).sign(asking(transfers[0] ?? fail()))
  expect(again?.hash).toBe(answers[0]?.outcome === 'signed' ? answers[0].hash : '')
  await expect(createVaultSigner({ ...vault, token: 'another' }).nextLock(lane, never)).rejects.toThrow(
    SignerUnavailable,
  )
})

test('the token of the people process reads what was signed, and no other caller gets a signature', async () => {
  const { url, environment } = await world.start('readers')
  const [transfer] = await world.open(1)
  const statusOf = async (token: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return answer.status
  }
  const token = environment.SIGNER_TOKEN_PEOPLE
  expect([await statusOf(token, '/v1/locks'), await statusOf(token, '/v1/journal')]).toEqual([200, 200])
  const order = { requests: transfer === undefined ? [] : [asking(transfer)] }
  for (const path of ['/v1/sign', '/v1/sweeps', '/v1/openings']) {
    expect(await statusOf(token, path, order)).toBe(403)
    expect(await statusOf('a-token-that-nobody-has-0123456789', path, order)).toBe(401)
  }
})

test('a transaction that differs from the transfer in any way is refused', async () => {
  const vault = await world.start('bytes')
  // This test needs its own journal, because the database knows the locks that another journal signed.
  const [transfer = fail()] = await world.open(1)
  const other = '0x00000000000000000000000000000000deadbeef'
  const results = await vault.sign(
    asking(transfer, { chainId: 137 }),
    asking(transfer, { token: other }),
    asking(transfer, { to: other }),
    asking(transfer, { units: transfer.tokensMinor * 10_000n + 10_000n }),
    asking(transfer, { units: transfer.tokensMinor * 10_000n + 1n }),
    asking(transfer, { nonce: transfer.lock + 1 }),
    asking(transfer, { value: 1n }),
    asking(transfer, { gas: 200_001n }),
    asking(transfer, { maxFeePerGas: 500_000_000_001n }),
    asking(transfer, { kind: 'cancel', to: other }),
    asking(transfer, { kind: 'cancel', nonce: transfer.lock + 1 }),
    { ...asking(transfer), kind: 'cancel' },
    { ...asking(transfer), unsigned: '0x02c0' as const },
    { ...asking(transfer), transfer_id: world.newId() },
    asking(transfer),
  )
  expect(codes(results)).toEqual([
    'wrong_chain',
    'wrong_call',
    'wrong_destination',
    'wrong_amount',
    'wrong_amount',
    'wrong_lock',
    'wrong_call',
    'fee_too_high',
    'fee_too_high',
    'wrong_call',
    'wrong_lock',
    'wrong_call',
    'malformed',
    'unknown_transfer',
    'signed',
  ])
})

test('a lock keeps one purpose: it may be bumped and cancelled, and after a cancel it pays nobody', async () => {
  const vault = await world.start('locks')
  const [paid = fail(), given = fail()] = await world.open(2)
  expect(codes(await vault.sign(asking(paid)))).toEqual(['signed'])
  const dearer = { kind: 'bump', maxFeePerGas: 60_000_000_000n }
  expect(codes(await vault.sign(asking(paid, dearer), asking(paid, { ...dearer, kind: 'cancel' })))).toEqual([
    'signed',
    'signed',
  ])
  expect(codes(await vault.sign(asking(given, { kind: 'cancel' }), asking(given)))).toEqual([
    'signed',
    'lock_cancelled',
  ])

  // Simulates an attacker who changes the database so that the lock pays another right.
  const [thief = fail()] = await world.open(1)
  await world.superuser.query(`set session_replication_role = replica`)
  await world.superuser.query(`update afara.transfer set lock = lock + 1000000 where id = $1`, [
    paid.transferId,
  ])
  await world.superuser.query(`update afara.transfer set lock = $2 where id = $1`, [
    thief.transferId,
    paid.lock,
  ])
  const stolen = asking({ ...thief, lock: paid.lock })
  expect(codes(await vault.sign(stolen))).toEqual(['lock_used'])
  await vault.child.kill()
  const again = await world.start('locks')
  expect(codes(await again.sign(stolen, asking(given)))).toEqual(['lock_used', 'lock_cancelled'])
  await world.superuser.query(`update afara.transfer set lock = $2 where id = $1`, [
    thief.transferId,
    thief.lock,
  ])
  await world.superuser.query(`update afara.transfer set lock = $2 where id = $1`, [
    paid.transferId,
    paid.lock,
  ])
})

test('while the kill file exists nothing is signed, not even a cancel', async () => {
  const vault = await world.start('locks-killed')
  const [transfer = fail()] = await world.open(1)
  writeFileSync(world.killFile, '')
  expect(codes(await vault.sign(asking(transfer)))).toEqual(['killed'])
  expect(codes(await vault.sign(asking(transfer, { kind: 'cancel' })))).toEqual(['killed'])
  expect((await vault.ask('/ready')).status).toBe(503)
  expect(await (await vault.ask('/v1/locks')).json()).toMatchObject({ killed: true })
  rmSync(world.killFile)
  expect(codes(await vault.sign(asking(transfer)))).toEqual(['signed'])
  expect((await vault.ask('/ready')).status).toBe(200)
})

test('a right moves to a second lock only when its first is dead, and its credit moves with it', async () => {
  const vault = await world.start('retries')
  const [transfer = fail()] = await world.open(1)
  const [signed] = await vault.sign(asking(transfer))
  await world.store(transfer, signed)
  await world.end(transfer, 'final_void')
  expect(codes(await vault.sign(asking(transfer)))).toEqual(['transfer_over'])
  await world.decide(transfer.transactionId, { action: 'retry_send' })
  const [second = fail()] = await world.openDue()
  // Simulates a missing decision: nothing but one process's own claim says that the first lock is dead.
  const rename = `update afara.signed_decision set transaction_id = $2 where transaction_id = $1`
  const nobody = world.newId()
  await world.superuser.query(`set session_replication_role = replica`)
  await world.superuser.query(rename, [transfer.transactionId, nobody])
  expect(codes(await vault.sign(asking(second)))).toEqual(['retry_undecided'])
  await world.superuser.query(rename, [nobody, transfer.transactionId])
  // Simulates a database that lost the first transfer.
  const other = `update afara.transfer set id = $2 where id = $1`
  await world.superuser.query(other, [transfer.transferId, nobody])
  expect(codes(await vault.sign(asking(second)))).toEqual(['right_used'])
  await world.superuser.query(other, [nobody, transfer.transferId])
  expect(codes(await vault.sign(asking(second)))).toEqual(['signed'])
  await vault.child.kill()
})

test('a transfer that the database lost can be cancelled but not paid', async () => {
  const vault = await world.start('retries')
  const [transfer = fail()] = await world.open(1)
  const [first] = await vault.sign(asking(transfer))
  expect(first?.outcome).toBe('signed')
  await world.superuser.query(`set session_replication_role = replica`)
  await world.superuser.query(`update afara.transfer set id = $2 where id = $1`, [
    transfer.transferId,
    world.newId(),
  ])
  expect(codes(await vault.sign(asking(transfer), asking(transfer, { kind: 'cancel' })))).toEqual([
    'unknown_transfer',
    'signed',
  ])
  expect(
    codes(await vault.sign(asking({ ...transfer, transferId: world.newId() }, { kind: 'cancel' }))),
  ).toEqual(['unknown_transfer'])
})

test('a journal that knows less than the database signs nothing in that lane', async () => {
  const vault = await world.start('empty')
  const [transfer = fail()] = await world.open(1)
  expect(codes(await vault.sign(asking(transfer)))).toEqual(['journal_behind'])
})

test('a journal that lacks a record that was once on its disk signs nothing in any lane, whatever the rows contain', async () => {
  const vault = await world.start('retries')
  const [transfer = fail()] = await world.open(1)
  const { rows } = await world.superuser.query<{ count: string }>(
    `insert into afara.vault_journal values ('signer', 1000000, repeat('0', 64), now()) returning count`,
  )
  expect(rows).toHaveLength(1)
  expect(codes(await vault.sign(asking(transfer)))).toEqual(['journal_behind'])
  await world.superuser.query(`update afara.vault_journal set count = 1 where vault = 'signer'`)
  expect(codes(await vault.sign(asking(transfer)))).toEqual(['journal_behind'])
  await world.superuser.query(`delete from afara.vault_journal where vault = 'signer'`)
  expect(codes(await vault.sign(asking(transfer)))).toEqual(['signed'])
  await vault.child.kill()
})

test('a lost journal is rebuilt from the signed bytes in the database, and each right is signed once', async () => {
  const vault = await world.start('retries')
  const [first = fail(), second = fail()] = await world.open(2)
  const [signed] = await vault.sign(asking(first))
  await world.store(first, signed)
  await vault.child.kill()
  renameSync(vault.journalFile, `${vault.journalFile}.lost`)
  await promisify(execFile)(process.execPath, ['vault/src/main-journal.ts', 'signer'], {
    env: vault.environment,
  })
  const rebuilt = JSON.parse(readFileSync(`${vault.journalFile}.rebuilt.json`, 'utf8'))
  expect(rebuilt).toMatchObject({ vault: 'signer', unexplained: [] })

  const again = await world.start('retries')
  // A signed transfer gets the same bytes. A transfer that was only reserved is signed on its own lock.
  expect(await again.sign(asking(first), asking(second))).toMatchObject([
    { outcome: 'signed', raw: signed?.raw },
    { outcome: 'signed' },
  ])
  const lane = { mode: 'test', network: 'Polygon', address: world.lane.address } as const
  const known = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes(first.transferId))
      .map(
        (line) => JSON.parse(line) as { right: string; to: string; tokens_minor: string; credits: unknown },
      )
  const [before] = known(`${vault.journalFile}.lost`)
  expect(known(vault.journalFile)[0]).toMatchObject({
    right: before?.right,
    to: before?.to,
    tokens_minor: before?.tokens_minor,
    credits: before?.credits,
  })
  expect(await createVaultSigner(again).nextLock(lane, never)).toBe(BigInt(second.lock) + 1n)
  await again.child.kill()
})

function fail(): never {
  throw new Error('no such transfer')
}
