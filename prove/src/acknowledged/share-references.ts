import type { Intent, Vendor } from './intent.ts'
import type { Party } from './party.ts'
import type { Line } from './post.ts'
import { shareOneReference } from './share-one-reference.ts'
import { openWitness, type Witness } from './witness.ts'

const AT_ONCE = 200
const AMOUNT_MINOR = 900_000_00n

export type Shared = Readonly<{ witnesses: readonly Witness[]; problems: readonly string[] }>

/** Posts a buy and a sell, each many times at once. Their numbers follow those of the load. */
export async function shareReferences(
  line: Line,
  urls: readonly string[],
  party: Party,
  vendor: Vendor,
  firstNumber: number,
): Promise<Shared> {
  const common = {
    party,
    amountMinor: AMOUNT_MINOR,
    idempotencyKey: null,
    bank: { name: 'GTBank', code: '000013' },
    accountNumber: '0123456789',
    accountName: null,
    wallet: null,
    isPatient: true,
    habit: 'once',
    isWrong: false,
  } as const
  const intents: Intent[] = [
    { ...common, kind: 'buy', number: firstNumber, reference: 'one-buy', vendor },
    { ...common, kind: 'sell', number: firstNumber + 1, reference: 'one-sell', vendor: null },
  ]
  const witnesses = intents.map(openWitness)
  const problems: string[] = []
  for (const witness of witnesses) problems.push(...(await shareOneReference(line, urls, witness, AT_ONCE)))
  return { witnesses, problems }
}
