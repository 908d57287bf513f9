import { createKoraFeed } from '../../src/rails/banks/kora/kora-feed.ts'
import { createKoraNumbers } from '../../src/rails/banks/kora/kora-numbers.ts'
import { createMonnifyFeed } from '../../src/rails/banks/monnify/monnify-feed.ts'
import { createMonnifyNumbers } from '../../src/rails/banks/monnify/monnify-numbers.ts'
import { createPaystackFeed } from '../../src/rails/banks/paystack/paystack-feed.ts'
import { createPaystackNumbers } from '../../src/rails/banks/paystack/paystack-numbers.ts'
import { createProvidusFeed } from '../../src/rails/banks/providus/providus-feed.ts'
import { createProvidusNumbers } from '../../src/rails/banks/providus/providus-numbers.ts'
import { describeCollectionRail } from './collection-rail.contract.ts'

describeCollectionRail({
  vendor: 'kora',
  secret: 'sk_test_kora_1',
  createRail: ({ pool, ...options }) => createKoraNumbers({ ...options, accounts: [pool] }),
  createFeed: ({ pool, ...options }) => createKoraFeed({ ...options, accounts: [pool, '0000000002'] }),
})

describeCollectionRail({
  vendor: 'monnify',
  secret: 'simulated_monnify_secret_1',
  createRail: (options) =>
    createMonnifyNumbers({ ...options, apiKey: 'MK_TEST_SIMULATED', contractCode: '7059707855' }),
  createFeed: (options) => createMonnifyFeed({ ...options, apiKey: 'MK_TEST_SIMULATED' }),
})

describeCollectionRail({
  vendor: 'providus',
  secret: 'simulated_providus_secret_1',
  createRail: (options) => createProvidusNumbers({ ...options, clientId: 'c2ltdWxhdGVkX2NsaWVudA==' }),
  createFeed: (options) => createProvidusFeed({ ...options, clientId: 'c2ltdWxhdGVkX2NsaWVudA==' }),
})

describeCollectionRail({
  vendor: 'paystack',
  secret: 'sk_test_simulated_1',
  namesAccountAsRequested: false,
  createRail: createPaystackNumbers,
  createFeed: createPaystackFeed,
})
