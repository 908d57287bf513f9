import { withField } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import type { LinkedKind } from '../stage.ts'
import { accept, acceptAgain, ask, BUY, draftNamed, VENDORS } from './steps.ts'

const TEST_VENDORS = 'GET /transactions/v1/test-vendors'
const LIST_VENDORS = 'GET /transactions/v1/list_vendors'

type Listed = Readonly<{ vendorName: string; vendorNumber: string; vendorBank: string }>

export const modeKinds: readonly LinkedKind[] = [
  {
    className: 'linked',
    name: 'one business in two modes',
    play: async (stage) => {
      const live = stage.world.parties.find(({ mode }) => mode === 'live')
      const test = stage.world.parties.find(
        ({ mode, businessId }) => mode === 'test' && businessId === live?.businessId,
      )
      if (live === undefined || test === undefined)
        throw new Error('the proof needs a business with a key in both modes')
      const reference = `${stage.label}-modes`
      const inLive = draftNamed(stage, BUY, live, reference)
      const first = await accept(stage, inLive)
      const inTest = draftNamed(stage, BUY, test, reference)
      const second = await accept(stage, inTest)
      if (first.id === second.id) stage.fault(`${first.id} was returned in both modes`)
      await acceptAgain(stage, inLive, first)
      await acceptAgain(stage, inTest, second)
    },
  },
  {
    className: 'linked',
    name: 'vendors, then a buy that names one',
    play: async (stage) => {
      const party = stage.random.pick(stage.world.parties)
      const list = async (id: string) => {
        const reply = await ask(stage, draftValid(stage.operation(id), { ...stage, party }), {
          statuses: [200],
        })
        return (JSON.parse(reply.body.toString('utf8')) as { VendorList: readonly Listed[] }).VendorList
      }
      const listed = await list(VENDORS)
      const same = [await list(LIST_VENDORS), ...(party.mode === 'test' ? [await list(TEST_VENDORS)] : [])]
      if (same.some((other) => JSON.stringify(other) !== JSON.stringify(listed)))
        stage.fault('the URLs of the list of vendors return different lists')
      if (listed.length === 0) stage.fault('the list of vendors is empty')
      for (const vendor of listed) {
        let draft = draftNamed(stage, BUY, party, `${stage.label}-${vendor.vendorNumber}`)
        for (const [field, value] of [
          ['vendor_name', vendor.vendorName],
          ['vendor_number', vendor.vendorNumber],
          ['vendor_bank', vendor.vendorBank],
        ] as const) {
          draft = withField(draft, field, JSON.stringify(value))
        }
        await accept(stage, draft)
      }
    },
  },
]
