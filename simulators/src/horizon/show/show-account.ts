import { readAsset, showAsset } from '../ledger/asset.ts'
import type { Account } from '../ledger/ledger-state.ts'
import { formatStroops } from '../ledger/stroops.ts'

const NOTHING = formatStroops(0n)

/** `GET /accounts/:id`. */
export function showAccount(account: Account, selfUrl: string, latestCloseTime: number): object {
  const { id, lines, data } = account
  const links = ['transactions', 'operations', 'payments', 'effects', 'offers', 'trades'].map((name) => [
    name,
    { href: `${selfUrl}/${name}{?cursor,limit,order}`, templated: true },
  ])
  return {
    _links: {
      self: { href: selfUrl },
      ...Object.fromEntries(links),
      data: { href: `${selfUrl}/data/{key}`, templated: true },
    },
    id,
    account_id: id,
    sequence: account.sequence.toString(),
    sequence_ledger: account.sequenceLedger,
    sequence_time: `${account.sequenceTime}`,
    subentry_count: lines.size + data.size,
    last_modified_ledger: account.changedIn,
    last_modified_time: new Date(latestCloseTime * 1_000).toISOString(),
    thresholds: { low_threshold: 0, med_threshold: 0, high_threshold: 0 },
    flags: {
      auth_required: account.authRequired,
      auth_revocable: account.authRevocable,
      auth_immutable: false,
      auth_clawback_enabled: account.authClawback,
    },
    balances: [
      ...[...lines].map(([asset, line]) => ({
        balance: formatStroops(line.balance),
        limit: formatStroops(line.limit),
        buying_liabilities: NOTHING,
        selling_liabilities: NOTHING,
        last_modified_ledger: line.changedIn,
        is_authorized: line.authorized,
        is_authorized_to_maintain_liabilities: line.authorized || line.maintains,
        is_clawback_enabled: line.clawback,
        ...showAsset(readAsset(asset)),
      })),
      {
        balance: formatStroops(account.lumens),
        buying_liabilities: NOTHING,
        selling_liabilities: NOTHING,
        asset_type: 'native',
      },
    ],
    signers: [{ weight: 1, key: id, type: 'ed25519_public_key' }],
    data: Object.fromEntries(data),
    num_sponsoring: 0,
    num_sponsored: 0,
    paging_token: id,
  }
}
