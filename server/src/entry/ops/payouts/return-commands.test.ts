import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createReturnWorld } from '../../../../test/return-world.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createReturnWorld()

afterAll(world.close)

async function ops(who: string, ...args: string[]): Promise<string> {
  const out: string[] = []
  await runOps(['ops', ...args], {
    readSigning: softwareSigning,
    ...connectAs(world.ownerUrl, `${who}@afara.test`),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(text),
    printError: (text) => out.push(text),
  })
  return out.join('\n')
}

test('returns are listed with their age, and two operators record that one is paid manually', async () => {
  const account = await world.openCollection()
  world.clock.advance(Date.now() - 3 * 3_600_000 - world.clock.now().getTime())
  const { id, lineId } = await world.returnCredit(account, 7_000)
  const credit = formatId('credit', lineId)
  expect(await ops('bisi', 'returns')).toMatch(
    new RegExp(
      `${credit} +return +₦7,000\\.00 +3 ?h +${account.payer.accountNumber}.*waiting for a payout account`,
    ),
  )
  const from = ['--from', formatId('vendorAccount', account.id), '--reason', 'the vendor is down']
  const asked = await ops('bisi', 'return', 'by-hand', credit, ...from)
  const caseId = /cas_[0-9a-f]{32}/.exec(asked)?.[0] ?? ''
  expect(asked).toContain('Pay it only after the approval')
  expect(await ops('bisi', 'approve', caseId)).toContain('approval_by_same_person')
  expect(await ops('chidi', 'approve', caseId)).toContain('₦7,000.00')
  expect(await ops('bisi', 'returns')).toContain('recorded as paid by hand; no debit seen yet')
  expect(await ops('bisi', 'show', credit)).toMatch(
    /return .*; recorded as paid by\s+hand; no debit\s+seen yet/,
  )
  expect(await ops('bisi', 'return', 'by-hand', credit, ...from)).toContain('Do not pay it')
  await world.loseMoney(account, 7_000)
  expect(await ops('bisi', 'returns')).toBe('No refund is pending.')
  expect(await ops('bisi', 'show', credit)).toMatch(/return .*; paid\n/)
  expect(await world.statusOf(id)).toBe('refunded')
})
