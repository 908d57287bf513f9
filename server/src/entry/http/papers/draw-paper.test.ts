import { expect, test } from 'vitest'
import { boughtPaper, issuer, soldPaper } from '../../../../test/paper-samples.ts'
import type { PaperFacts } from '../../../flows/papers/read-paper-facts.ts'
import { writeReceipt } from '../../../flows/papers/receipt.ts'
import { writeTraceLetter } from '../../../flows/papers/trace-letter.ts'
import { drawPaper } from './draw-paper.ts'

const explorers = { ofTransaction: () => 'https://polygonscan.com/tx/0x', ofAddress: () => null }
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length

test('the same transaction gives the same bytes, whenever it is printed', async () => {
  const [one, other] = [
    await drawPaper(writeReceipt(boughtPaper, explorers, issuer)),
    await drawPaper(writeReceipt(boughtPaper, explorers, issuer)),
  ]
  expect(one.equals(other)).toBe(true)
  expect(one.subarray(0, 5).toString()).toBe('%PDF-')
  expect(one.toString('latin1')).toContain('D:20261115093008Z')
  expect(one.equals(await drawPaper(writeReceipt(soldPaper, explorers, issuer)))).toBe(false)
})

test('a paper has one page, however long the names are', async () => {
  const name = `\u202e${'W'.repeat(150)} ${'💥'.repeat(100)}\u0000`
  const told = boughtPaper.told
  const [credit] = boughtPaper.facts.credits
  if (told.type !== 'buy' || told.buy.payer === null || credit === undefined) throw new Error('a buy')
  const hostile: PaperFacts = {
    ...boughtPaper,
    businessName: name,
    told: {
      ...told,
      buy: { ...told.buy, payer: { ...told.buy.payer, accountName: name, bankName: name } },
      paidInto: { ...told.paidInto, name, bankName: name },
    },
    facts: {
      ...boughtPaper.facts,
      credits: Array.from({ length: 50 }, () => ({ ...credit, sessionId: 'x'.repeat(400) })),
      transfers: Array.from({ length: 50 }, () => ({
        ...boughtPaper.facts.transfers[0],
        hash: 'f'.repeat(400),
      })) as PaperFacts['facts']['transfers'],
    },
  }
  expect(pagesOf(await drawPaper(writeReceipt(hostile, explorers, issuer)))).toBe(1)
  expect(pagesOf(await drawPaper(writeTraceLetter({ ...soldPaper, businessName: name }, issuer)))).toBe(1)
})
