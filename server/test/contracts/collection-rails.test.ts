import { createKoraFeed } from '../../src/rails/banks/kora/kora-feed.ts'
import { createKoraNumbers } from '../../src/rails/banks/kora/kora-numbers.ts'
import { describeCollectionRail } from './collection-rail.contract.ts'

describeCollectionRail({
  vendor: 'kora',
  secret: 'sk_test_kora_1',
  createRail: (options) => createKoraNumbers({ ...options, accounts: ['0000000001'] }),
  createFeed: (options) => createKoraFeed({ ...options, accounts: ['0000000001'] }),
})
