import { type Log, type Route, readPage } from '../shared/vault-server.ts'
import type { Payer } from './answers.ts'
import type { PayerJournal } from './journal/payer-journal.ts'
import {
  readEnquiry,
  readHook,
  readOrders,
  readPayoutIds,
  writeAnswers,
  writeEnquiry,
  writeLines,
  writeReadings,
} from './payer-wire.ts'

export type PayerRoutesDeps = Readonly<{
  payer: Payer
  journal: Pick<PayerJournal, 'head' | 'page'>
  isKilled(): boolean
  log: Log
}>

/** The whole interface of the payer. Whoever serves businesses may ask for names and have notifications verified, and nothing else. */
export function createPayerRoutes({ payer, journal, isKilled, log }: PayerRoutesDeps): Route[] {
  return [
    {
      pattern: /^POST \/v1\/enquire$/,
      isLimited: true,
      answer: async ({ readBody }) => {
        const { mode, ...account } = readEnquiry(await readBody())
        return writeEnquiry(await payer.enquire(mode, account))
      },
    },
    {
      pattern: /^POST \/v1\/hooks$/,
      isLimited: true,
      answer: async ({ readBody }) => {
        const { mode, vendor, headers, body } = readHook(await readBody())
        const references = payer.readHook(mode, vendor, headers, body)
        return references === undefined ? { outcome: 'refused' } : { outcome: 'verified', references }
      },
    },
    {
      pattern: /^POST \/v1\/send$/,
      answer: async ({ readBody }) => {
        const answers = await payer.send(readOrders(await readBody()))
        for (const one of answers) if (one.outcome === 'refused') log({ msg: 'refused', ...one })
        return writeAnswers(answers)
      },
    },
    {
      pattern: /^POST \/v1\/requery$/,
      answer: async ({ readBody }) => writeReadings(await payer.requery(readPayoutIds(await readBody()))),
    },
    {
      pattern: /^GET \/v1\/journal$/,
      answer: ({ url }) => {
        const records = readPage(url, journal)
        return { killed: isKilled(), head: journal.head(), records }
      },
    },
    {
      pattern: /^GET \/v1\/accounts\/([0-9a-f-]{36})\/balance$/,
      answer: async ({ parts: [account = ''] }) => {
        const { availableMinor, at } = await payer.balance(account)
        return { available_minor: String(availableMinor), at: at.toISOString() }
      },
    },
    {
      pattern: /^GET \/v1\/accounts\/([0-9a-f-]{36})\/lines$/,
      answer: async ({ url, parts: [account = ''] }) =>
        writeLines(await payer.lines(account, url.searchParams.get('cursor'))),
    },
  ]
}
