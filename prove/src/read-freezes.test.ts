import { requestChange } from '@afara/server/flows/cases/propose-resolution.ts'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, expect, test } from 'vitest'
import { createRefundWorld } from '../../server/test/refund-world.ts'
import { readFreezes } from './read-freezes.ts'

const world = await createRefundWorld()
const { owner, clock } = world
afterAll(world.close)

test('a freeze of a payout account is counted once, also after two operators lifted it', async () => {
  const accountId = await world.openAccount('paystack')
  expect(await readFreezes(owner)).toEqual([])
  await owner.query(`select stop_payout_account($1, 'frozen', 'system:test', 'a test', $2)`, [
    accountId,
    clock.now(),
  ])
  expect(await readFreezes(owner)).toEqual([expect.stringMatching(/^frozen: payout account .* a test$/)])
  const { caseId } = await requestChange(
    { pool: owner, clock, signing: softwareSigning() },
    {
      operatorId: world.bisi,
      reason: 'the bank answers again',
      change: {
        mode: 'test',
        facts: { subject: `resume:${accountId}` },
        summary: 'Resume it.',
        resolution: { action: 'resume_payouts', account_id: accountId },
      },
    },
  )
  await world.approve(caseId)
  expect(await readFreezes(owner)).toEqual([expect.stringMatching(/^resumed: payout account /)])
})
