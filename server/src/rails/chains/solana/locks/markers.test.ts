import { expect, test } from 'vitest'
import { SYSTEM_PROGRAM } from '../addresses/solana-address.ts'
import { createMarkers, createOwnMarkers, MARKER_RENT } from './markers.ts'

const lane = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const other = 'FGETo8T8wMcN2wCjav8VK6eh3dLk63evNDPxzLSJra8B'
const markers = createMarkers('a secret')
const account = { lamports: MARKER_RENT, owner: SYSTEM_PROGRAM, isExecutable: false, data: new Uint8Array() }

test('the marker of every used lock is recognised, in each lane that was read', async () => {
  const own = createOwnMarkers(markers)
  own.note({ address: other, nextLock: 3n })
  own.note({ address: lane, nextLock: 2_500n })
  for (const lock of [0n, 1_000n, 2_499n])
    expect(await own.has(markers.addressOf(lane, lock), account)).toBe(true)
  expect(await own.has(markers.addressOf(other, 2n), account)).toBe(true)
})

test('an unused lock, a foreign account, and an account with a higher balance are no markers', async () => {
  const own = createOwnMarkers(markers)
  expect(await own.has(markers.addressOf(lane, 0n), account)).toBe(false)
  own.note({ address: lane, nextLock: 10n })
  expect(await own.has(markers.addressOf(lane, 10n), account)).toBe(false)
  expect(await own.has(other, account)).toBe(false)
  expect(await own.has(markers.addressOf(lane, 1n), { ...account, lamports: MARKER_RENT + 1n })).toBe(false)
})
