import { acknowledgedProof } from './acknowledged/acknowledged-proof.ts'
import { addressesProof } from './addresses/addresses-proof.ts'
import { alertsProof } from './alerts/alerts-proof.ts'
import { backupProof } from './backup/backup-proof.ts'
import { batchesProof } from './batches/batches-proof.ts'
import { bugsProof } from './bugs/bugs-proof.ts'
import { burstProof } from './burst/burst-proof.ts'
import { buyProof } from './buy/buy-proof.ts'
import { checksAtSizeProof } from './checks-at-size/checks-at-size-proof.ts'
import { clusterProof } from './cluster/cluster-proof.ts'
import { creditsProof } from './credits/credits-proof.ts'
import { custodyProof } from './custody/custody-proof.ts'
import { decideProof } from './decide/decide-proof.ts'
import { demoProof } from './demo/demo-proof.ts'
import { engineLossProof } from './engine-loss/engine-loss-proof.ts'
import { failoverProof } from './failover/failover-proof.ts'
import { fairShareProof } from './fair-share/fair-share-proof.ts'
import { feedProof } from './feed/feed-proof.ts'
import { findProof } from './find/find-proof.ts'
import { firstTenMinutesProof } from './first-ten-minutes/first-ten-minutes-proof.ts'
import { forgedDepositsProof } from './forged-deposits/forged-deposits-proof.ts'
import { forgeryProof } from './forgery/forgery-proof.ts'
import { fuzzProof } from './fuzz/fuzz-proof.ts'
import { goLiveProof } from './go-live/go-live-proof.ts'
import { hourProof } from './hour/hour-proof.ts'
import { interfaceProof } from './interface/interface-proof.ts'
import { issuerProof } from './issuer/issuer-proof.ts'
import { leaverProof } from './leaver/leaver-proof.ts'
import { ledgerProof } from './ledger/ledger-proof.ts'
import { matchProof } from './match/match-proof.ts'
import { networksProof } from './networks/networks-proof.ts'
import { oneWinnerProof } from './one-winner/one-winner-proof.ts'
import { operatorDayProof } from './operator-day/operator-day-proof.ts'
import { payLinksProof } from './pay-links/pay-links-proof.ts'
import { privacyProof } from './privacy/privacy-proof.ts'
import type { Proof } from './proof.ts'
import { reconcileProof } from './reconcile/reconcile-proof.ts'
import { restoreProof } from './restore/restore-proof.ts'
import { sellProof } from './sell/sell-proof.ts'
import { signerProof } from './signer/signer-proof.ts'
import { ssrfProof } from './ssrf/ssrf-proof.ts'
import { stuckProof } from './stuck/stuck-proof.ts'
import { takeoverProof } from './takeover/takeover-proof.ts'
import { tamperProof } from './tamper/tamper-proof.ts'
import { timelineProof } from './timeline/timeline-proof.ts'
import { upgradeProof } from './upgrade/upgrade-proof.ts'
import { webhooksProof } from './webhooks/webhooks-proof.ts'

export const proofs: readonly Proof[] = [
  ledgerProof,
  tamperProof,
  checksAtSizeProof,
  findProof,
  engineLossProof,
  upgradeProof,
  acknowledgedProof,
  interfaceProof,
  fuzzProof,
  timelineProof,
  matchProof,
  payLinksProof,
  operatorDayProof,
  oneWinnerProof,
  creditsProof,
  hourProof,
  burstProof,
  buyProof,
  sellProof,
  decideProof,
  batchesProof,
  forgedDepositsProof,
  issuerProof,
  networksProof,
  addressesProof,
  reconcileProof,
  restoreProof,
  backupProof,
  alertsProof,
  failoverProof,
  clusterProof,
  signerProof,
  custodyProof,
  leaverProof,
  goLiveProof,
  takeoverProof,
  forgeryProof,
  stuckProof,
  ssrfProof,
  fairShareProof,
  privacyProof,
  feedProof,
  webhooksProof,
  bugsProof,
  firstTenMinutesProof,
  demoProof,
]
