import { createKoraFeed } from '../../src/rails/banks/kora/kora-feed.ts'
import { createMonnifyFeed } from '../../src/rails/banks/monnify/monnify-feed.ts'
import { createPaystackFeed } from '../../src/rails/banks/paystack/paystack-feed.ts'
import { createProvidusFeed } from '../../src/rails/banks/providus/providus-feed.ts'
import { describeBankFeed } from './bank-feed.contract.ts'
import { anUnreadableLine, listNeedsRequery } from './bank-feed-faults.ts'

const numbered = (word: string) => ({ before: `${word}_0`, current: `${word}_1`, next: `${word}_2` })

describeBankFeed({
  vendor: 'monnify',
  create: ({ rowsPerPage, ...options }) =>
    createMonnifyFeed({ ...options, apiKey: 'MK_TEST_SIMULATED', pace: { rowsPerPage } }),
  secrets: numbered('simulated_monnify_secret'),
  payer: { accountNumber: '0123456789', name: 'OKAFOR ADA', bankCode: '000013' },
  tellsSession: false,
  hasList: true,
  signsBodies: true,
  showsTakenBack: true,
  differs: listNeedsRequery,
})

describeBankFeed({
  vendor: 'providus',
  create: (options) => createProvidusFeed({ ...options, clientId: 'c2ltdWxhdGVkX2NsaWVudA==' }),
  secrets: numbered('simulated_providus_secret'),
  payer: {
    accountNumber: '0123456789',
    name: 'OKAFOR ADA',
    bankCode: '000013',
    bankName: 'GUARANTY TRUST BANK',
  },
  tellsSession: true,
  hasList: false,
  signsBodies: false,
  showsTakenBack: false,
})

describeBankFeed({
  vendor: 'paystack',
  create: ({ rowsPerPage, ...options }) => createPaystackFeed({ ...options, pace: { rowsPerPage } }),
  secrets: numbered('sk_test_simulated'),
  payer: {
    accountMask: '******6789',
    name: 'OKAFOR ADA',
    bankCode: '000013',
    bankName: 'Guaranty Trust Bank',
  },
  tellsSession: false,
  hasList: true,
  signsBodies: true,
  showsTakenBack: true,
  differs: {
    // A time without a zone could be an hour off, and on another day.
    zone_lost: { reread: anUnreadableLine, list: anUnreadableLine },
  },
})

describeBankFeed({
  vendor: 'kora',
  create: ({ rowsPerPage, ...options }) =>
    createKoraFeed({ ...options, accounts: ['0000000001', '0000000002'], pace: { rowsPerPage } }),
  secrets: numbered('sk_test_kora'),
  payer: {
    accountNumber: '0123456789',
    name: 'OKAFOR ADA',
    bankCode: '000013',
    bankName: 'Guaranty Trust Bank',
  },
  tellsSession: false,
  hasList: true,
  signsBodies: true,
  showsTakenBack: true,
  differs: {
    // A time without a zone could be an hour off, and on another day.
    zone_lost: { reread: anUnreadableLine, list: anUnreadableLine },
  },
})
