import { acceptBench } from './accept/accept-bench.ts'
import type { Bench } from './bench.ts'
import { growthBench } from './growth/growth-bench.ts'
import { idleBench } from './idle/idle-bench.ts'
import { ledgerBench } from './ledger/ledger-bench.ts'
import { listBench } from './list/list-bench.ts'
import { matchBench } from './match/match-bench.ts'
import { payoutsBench } from './payouts/payouts-bench.ts'
import { profileBench } from './profile/profile-bench.ts'
import { readBench } from './read/read-bench.ts'
import { settleBench } from './settle/settle-bench.ts'
import { wholeBench } from './whole/whole-bench.ts'

export const benches: Readonly<Record<string, Bench>> = {
  whole: wholeBench,
  ledger: ledgerBench,
  growth: growthBench,
  accept: acceptBench,
  read: readBench,
  list: listBench,
  match: matchBench,
  settle: settleBench,
  payouts: payoutsBench,
  idle: idleBench,
  profile: profileBench,
}
