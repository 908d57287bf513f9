import { join } from 'node:path'
import { generateKeyPairSigner } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterAll, describe, expect, test } from 'vitest'
import { askChain } from '../../http/ask-chain.ts'
import { askJson } from '../../http/ask-json.ts'
import { createTemporaryRun } from '../../processes/temporary-run.ts'
import { startSolana } from './solana-chain.ts'

const run = await createTemporaryRun()
afterAll(run.remove)

describe.each(['surfpool', 'litesvm'] as const)('%s', async (engine) => {
  const directory = join(run.directory, engine)
  const chain = await startSolana({ directory, engine, slotMs: 40, onSpawn: run.onSpawn })
  const knob = async (path: string, body: object) => askJson(`${chain.url}/admin/${path}`, {}, body)

  afterAll(chain.stop)

  test('a started chain has readable final blocks', async () => {
    const slot = await askChain<number>(chain.url, 'getSlot', { commitment: 'finalized' })
    const block = await askChain<{ blockhash: string }>(chain.url, 'getBlock', slot, {
      transactionDetails: 'none',
      rewards: false,
    })
    expect(block.blockhash).toBeTypeOf('string')
  })

  test('wallets receive SOL, and tokens of a mint at a chosen address', async () => {
    const [mint, wallet] = [await generateKeyPairSigner(), await generateKeyPairSigner()]
    await knob('mints', { address: mint.address, decimals: 6, authority: wallet.address })
    await knob('sol', { address: wallet.address, lamports: '5000000000' })
    await knob('tokens', { owner: wallet.address, mint: mint.address, units: '1234567' })
    const [account] = await findAssociatedTokenPda({
      owner: wallet.address,
      mint: mint.address,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    })
    expect(await askChain(chain.url, 'getBalance', wallet.address)).toMatchObject({ value: 5_000_000_000 })
    expect(await askChain(chain.url, 'getTokenAccountBalance', account)).toMatchObject({
      value: { amount: '1234567', decimals: 6 },
    })
  })

  test('a fault affects only the calls that it names, for the given number of times', async () => {
    await knob('faults', { fault: 'error_500', method: 'getSlot', times: 1 })
    await expect(askChain(chain.url, 'getSlot')).rejects.toThrow(/JSON/)
    expect(await askChain(chain.url, 'getSlot')).toBeTypeOf('number')
    await knob('faults', { fault: 'half_body', method: 'getHealth', times: 1 })
    await expect(askChain(chain.url, 'getHealth')).rejects.toThrow(/terminated/)
    await knob('faults', { fault: 'forgets', method: 'getSignatureStatuses', times: 1 })
    expect(await askChain(chain.url, 'getSignatureStatuses', [])).toMatchObject({ value: [] })
    await expect(knob('faults', { fault: 'mood' })).rejects.toThrow(/one of/)
  })
})
