import { Operation } from '@stellar/stellar-sdk/base'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { raiseStellarPayments } from '../../../../test/contracts/stellar-payments.ts'
import { placeOfLock } from './lane-locks.ts'

const world = await raiseStellarPayments()
const { read, signPayment: sign, pay, bump, send, statusOf } = world
afterEach(world.calm)
afterAll(world.stop)

describe('a number that is used', () => {
  test('by a stranger is a conflict that names the transaction', async () => {
    const sent = await pay()
    const stranger = await world.strangerUses(sent.lock)
    expect(await send(sent.attempts[0])).toMatch(/^rejected: ERROR/)
    await world.mine(1)
    const status = await statusOf(sent)
    expect(status).toMatchObject({
      state: 'conflict',
      detail: expect.stringContaining(stranger) as string,
    })
  })

  test('by a stranger who moved the sequence past it is also a conflict', async () => {
    const { lockAhead } = await read()
    const { channel, sequence } = placeOfLock(world.settings.lanes.get(world.lane) ?? [], lockAhead)
    const key = world.channels.find((one) => one.publicKey() === channel)
    if (key === undefined) throw new Error('there is no such channel')
    const over = await world.submit(key, [Operation.bumpSequence({ bumpTo: (sequence + 1n).toString() })])
    await world.mine(1)
    const jumped = { lock: lockAhead + 4n, to: world.newWallet() }
    const sent = { ...jumped, attempts: [await sign(jumped.lock, jumped.to)] }
    expect(await statusOf(sent)).toMatchObject({
      state: 'conflict',
      detail: expect.stringContaining(over) as string,
    })
    // The other channels catch up, so that locks continue in order.
    for (const place of [1n, 2n, 3n, 5n, 6n, 7n]) {
      await send(await sign(lockAhead + place, world.lane, 'cancel'))
      await world.mine(1)
    }
    expect(await read()).toMatchObject({ lockLatest: lockAhead + 8n, lockAhead: lockAhead + 8n })
  })

  test('decides nothing if the history does not show which transaction used it', async () => {
    const sent = await pay()
    await send(sent.attempts[0])
    await world.mine(1)
    await world.ground.turn('/faults', { fault: 'forgets', on: 'read' })
    await expect(statusOf(sent)).rejects.toThrow('is used, but the node returns no transaction that used it')
    await world.ground.turn('/faults', {}, 'DELETE')
    expect(await statusOf(sent)).toMatchObject({ state: 'final_ok' })
  })

  test('is read after the newest ledger and before the transactions', async () => {
    const sent = await pay()
    await send(sent.attempts[0])
    await world.mine(1)
    const asked: string[] = []
    world.proxy.setLie((path, body) => {
      asked.push(path.split(/[/?]/)[1] ?? '')
      return body
    })
    await statusOf(sent)
    expect(asked.toSorted((one, other) => asked.indexOf(one) - asked.indexOf(other))).toEqual(asked)
    expect(asked.indexOf('ledgers')).toBeLessThan(asked.indexOf('accounts'))
    expect(asked.indexOf('accounts')).toBeLessThan(asked.indexOf('transactions'))
  })

  test('is not judged by another transaction that is returned instead of the requested one', async () => {
    const [one, other] = [await pay(), await bump(await pay())]
    await send(one.attempts[0])
    await world.mine(1)
    const foreign = Buffer.from(other.attempts[1]?.raw ?? []).toString('base64')
    world.proxy.setLie((path, body) =>
      path.startsWith('/transactions/') ? { ...(body as object), envelope_xdr: foreign } : body,
    )
    await expect(statusOf(one)).rejects.toThrow(/was requested, but the node returned/)
  })
})
