import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journalKeys } from '../../../test/journal-keys.ts'
import { openPayerJournal } from '../../payer/journal/payer-journal.ts'
import { openJournal } from '../../signer/journal/journal.ts'
import { requireNewestEpoch } from './epoch-book.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afara-epochs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const facts = (epoch: number) => [{ is_copy: false, epoch }]
const journals = {
  signer: async () => openJournal(join(folder, 'journal.jsonl')),
  payer: async () => openPayerJournal(join(folder, 'journal.jsonl'), journalKeys),
}

test.each(['signer', 'payer'] as const)(
  'the %s keeps a new epoch once, and believes no former primary, even after a restart',
  async (vault) => {
    const before = await journals[vault]()
    requireNewestEpoch(facts(0), before)
    requireNewestEpoch(facts(2), before)
    requireNewestEpoch(facts(2), before)
    expect(before.durable().count).toBe(1)
    expect(() => requireNewestEpoch(facts(1), before)).toThrow('epoch 2 has begun: it is a former primary')
    await before.close()
    const after = await journals[vault]()
    expect(() => requireNewestEpoch(facts(1), after)).toThrow('epoch 2 has begun: it is a former primary')
    requireNewestEpoch([], after)
    requireNewestEpoch(facts(3), after)
    expect([after.newestEpoch(), after.durable().count]).toEqual([3, 2])
    await after.close()
  },
)

test('a standby is not believed, whatever its epoch', async () => {
  const journal = await journals.signer()
  expect(() => requireNewestEpoch([{ is_copy: true, epoch: 3 }], journal)).toThrow('replica')
  expect(journal.newestEpoch()).toBe(0)
  await journal.close()
})
