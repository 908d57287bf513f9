import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '../../kernel/postgres/pool.ts'
import {
  beginEpoch,
  type Forgotten,
  fence,
  hasReplayed,
  isEverythingCompared,
  listForgotten,
  promoteStandby,
  readNode,
} from './node-store.ts'

const FENCED_WITHIN_MS = 2_000
const REPLAYED_WITHIN_MS = 10_000
const COMPARED_WITHIN_MS = 60_000
const ASKED_EVERY_MS = 100

type Promotion = Readonly<{
  epoch: number
  /** Whether everything was compared with the journals in time. */
  compared: boolean
  forgotten: readonly Forgotten[]
}>

/**
 * Makes a standby the primary. First the former primary is stopped, if it still answers. Then an epoch begins, before any client is let in:
 * signer and payer believe no older one. The worker then compares every lane and payout account with its journal before anything leaves.
 * Safe to repeat, which begins another epoch.
 */
export async function promote(
  { node, peer }: Readonly<{ node: string; peer: string }>,
  print: (text: string) => void,
): Promise<Promotion> {
  const standby = createPool(node, { max: 1, applicationName: 'afara-failover', isPatient: true })
  try {
    const { isStandby } = await readNode(standby)
    await stopFormer(standby, peer, { isStandby, print })
    await promoteStandby(standby)
    const at = new Date()
    const epoch = await beginEpoch(standby, at)
    print('Promoted. Waiting for the comparison with the journals …')
    const compared = await waitFor(COMPARED_WITHIN_MS, async () => isEverythingCompared(standby))
    return { epoch, compared, forgotten: await listForgotten(standby, at) }
  } finally {
    await standby.end()
  }
}

async function stopFormer(
  standby: Pool,
  url: string,
  { isStandby, print }: Readonly<{ isStandby: boolean; print(text: string): void }>,
): Promise<void> {
  const former = createPool(url, {
    max: 1,
    applicationName: 'afara-failover',
    answersWithinMs: FENCED_WITHIN_MS,
  })
  try {
    const other = await Promise.race([readNode(former), giveUp()])
    if (other.isStandby) {
      if (!isStandby) throw new WrongMachine()
      print('The other machine has a standby too.')
      return
    }
    const end = await Promise.race([fence(former), giveUp()])
    const isWhole = await waitFor(REPLAYED_WITHIN_MS, async () => hasReplayed(standby, end))
    print(
      isWhole
        ? 'The former primary is stopped. The standby has every commit.'
        : 'The former primary is stopped. The standby lacks its last commits.',
    )
  } catch (error) {
    if (error instanceof WrongMachine) throw error
    print(`The former primary cannot be stopped (${(error as Error).message}). Switch its machine off.`)
  } finally {
    void former.end()
  }
}

class WrongMachine extends Error {
  override readonly name = 'WrongMachine'
  constructor() {
    super('this machine has the primary, and the other one its standby: run the command on the other machine')
  }
}

async function giveUp(): Promise<never> {
  await sleep(FENCED_WITHIN_MS, undefined, { ref: false })
  throw new Error('it does not answer')
}

async function waitFor(withinMs: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + withinMs
  while (!(await isTrue())) {
    if (performance.now() > until) return false
    await sleep(ASKED_EVERY_MS)
  }
  return true
}
