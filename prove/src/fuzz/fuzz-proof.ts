import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { buildCatalogue } from './build-catalogue.ts'
import { describeFailure, type Failure, firstOfEach, showBytes } from './failure.ts'
import { checkRecord, readTransactionIds } from './judge/check-record.ts'
import { createJudge } from './judge/create-judge.ts'
import { endOfLog, readLog } from './judge/read-log.ts'
import { tooLittle } from './judge/too-little.ts'
import { classNames } from './kinds.ts'
import { createAddresses, createLane } from './lane.ts'
import { playCase, type Theatre } from './play-case.ts'
import { caseOf, playCases } from './play-cases.ts'
import { type FuzzStack, raiseFuzzStack } from './raise-fuzz-stack.ts'
import { readDocument } from './read-document.ts'
import { createReceipts } from './receipts.ts'
import { watchSilentCallers } from './silent-callers.ts'
import { createTally } from './tally.ts'

const LANES = 12
const SHOWN_FAILURES = 25
const SHOWN_BYTES = 4_000
const SILENT_CALLERS_FROM = 50_000

/** Checks that the service answers every valid or invalid request as its OpenAPI document says. */
export const fuzzProof: Proof = {
  name: 'fuzz',
  sentence:
    'Every valid, broken or hostile request that is made from the OpenAPI document gets the right answer.',
  sizes: {
    requests: { full: 100_000, short: 3_000 },
    seed: { full: newSeed(), short: newSeed() },
    only: { full: 0, short: 0 },
  },
  run: async (input) => {
    const stack = await raiseFuzzStack()
    try {
      return await fuzz(stack, input)
    } finally {
      await stack.stop()
    }
  },
}

async function fuzz(stack: FuzzStack, { size, progress }: ProofInput): Promise<Outcome> {
  const { operations, validators } = readDocument()
  const catalogue = buildCatalogue(operations, validators)
  const [seed, requests, only] = [size('seed'), size('requests'), size('only')]
  const { world, backstage, pool, secrets } = stack
  const [tally, receipts] = [createTally(), createReceipts()]
  const failures: Failure[] = []
  const theatre: Theatre = {
    world,
    backstage,
    operations,
    judge: createJudge({ operations, validators, secrets }),
    tally,
    receipts,
    onFailure: (failure) => void failures.push(failure),
  }
  const addresses = createAddresses()
  const lanes = Array.from({ length: LANES }, () => createLane(stack.ports, addresses))
  const [before, logStart] = [await readTransactionIds(pool), await endOfLog(stack.apiLog)]
  const onProgress = () => {
    const accepted = receipts.amounts().size
    progress.show(
      `${tally.requests()} of ${requests} requests, ${accepted} accepted, ${tally.faults()} faults`,
    )
  }

  // Silent callers take longer than a short run.
  const silent =
    requests >= SILENT_CALLERS_FROM && only === 0 ? watchSilentCallers(stack.ports) : Promise.resolve([])
  if (only > 0) {
    const lane = createLane(stack.ports, addresses)
    await playCase(loud(theatre, progress.say), lane, caseOf(catalogue, seed, only))
    lane.close()
  } else {
    await playCases(theatre, lanes, { catalogue, seed, requests, onProgress })
  }
  lanes.forEach((lane) => lane.close())

  const shown = firstOfEach(failures, SHOWN_FAILURES)
  return {
    figures: {
      requests: tally.requests(),
      '5xx': tally.faults('5xx'),
      undeclared: tally.faults('undeclared'),
      schema_mismatch: tally.faults('schema_mismatch'),
      accepted: receipts.amounts().size,
      operations: tally.reached().size,
      classes: classNames.filter((className) => tally.requests(className) > 0).length,
      seed,
    },
    shortfalls: [
      ...shown.map(describeFailure),
      ...(shown.length < failures.length
        ? [`${failures.length} faults; the first of each kind is shown`]
        : []),
      ...(await silent),
      ...receipts.contradictions(),
      ...(await checkRecord(pool, receipts.amounts(), before)),
      ...(await readLog(stack.apiLog, logStart, secrets)),
      ...(only > 0 ? [] : tooLittle(tally, catalogue, operations, requests)),
    ],
  }
}

/** Prints everything that is sent and received. */
function loud(theatre: Theatre, say: (line: string) => void): Theatre {
  return {
    ...theatre,
    onExchange: ({ pieces }, { replies, end, stray }) => {
      for (const piece of pieces) say(`> ${showBytes(piece, SHOWN_BYTES)}`)
      for (const { status, headers, body } of replies) {
        say(`< ${status} ${JSON.stringify(Object.fromEntries(headers))} ${showBytes(body, SHOWN_BYTES)}`)
      }
      say(`  ${end}${stray === '' ? '' : `, ${stray}`}`)
    },
  }
}

function newSeed(): number {
  return 1 + Math.floor(Math.random() * 1_000_000_000)
}
