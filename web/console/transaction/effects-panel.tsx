import type { ReactNode } from 'react'
import { wordsOf } from '../../shared/status-words.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Age, Amount, ShortId } from '../parts.tsx'
import type { Credit, Deposit, Payout, Transfer, Whole } from './use-transaction.ts'

/** Everything that moved outside our books for this transaction, each with what proves it. */
export function EffectsPanel({ whole }: Readonly<{ whole: Whole }>) {
  const { credits, deposits, transfers, payouts } = whole
  const count = credits.length + deposits.length + transfers.length + payouts.length
  return (
    <Panel title="Effects and their evidence" aside={count === 0 ? undefined : String(count)}>
      {count === 0 && <EmptyState>No bank, vendor or network has moved anything for it yet.</EmptyState>}
      <ul>
        {credits.map((credit) => (
          <CreditItem key={`${credit.credit_id} ${credit.amount_minor}`} credit={credit} />
        ))}
        {deposits.map((deposit) => (
          <DepositItem key={deposit.deposit_id} deposit={deposit} />
        ))}
        {transfers.map((transfer) => (
          <TransferItem key={transfer.transfer_id} transfer={transfer} />
        ))}
        {payouts.map((payout) => (
          <PayoutItem key={payout.payout_id} payout={payout} />
        ))}
      </ul>
    </Panel>
  )
}

function CreditItem({ credit }: Readonly<{ credit: Credit }>) {
  return (
    <Item
      title="Bank line"
      id={credit.credit_id}
      amount={<Amount minor={credit.amount_minor} />}
      pill={
        credit.lien !== null ? (
          <Pill tone="bad">Blocked by a lien</Pill>
        ) : (
          <Pill tone={credit.stands ? 'good' : 'bad'}>{credit.stands ? 'Received' : 'Taken back'}</Pill>
        )
      }
    >
      <Row name="From">
        {[credit.payer_name, credit.payer_number, credit.payer_bank]
          .filter((part) => part !== null)
          .join(', ') || 'The bank does not say'}
      </Row>
      <Row name="To">{credit.our_account}</Row>
      <Row name="Booked">
        <Age at={credit.booked_at} />
      </Row>
      <Row name="Session">
        {credit.session_id === null ? 'Not reported' : <ShortId id={credit.session_id} />}
      </Row>
      <Row name="Narration">{credit.narration === '' ? 'None' : credit.narration}</Row>
      <Row name="Belongs here by">
        {credit.matched_by.replaceAll('_', ' ')}
        {credit.case_id === null ? ', automatically' : ', decided by people'}
      </Row>
      {credit.fee_minor !== '0' && (
        <Row name="The bank kept">
          <Amount minor={credit.fee_minor} />
        </Row>
      )}
      {credit.lien !== null && (
        <Row name="Lien">
          {credit.lien.reason} ({credit.lien.by ?? 'the system'}, <Age at={credit.lien.at} />)
        </Row>
      )}
      <Row name="Seen by">
        {credit.seen.map(({ source, external_id: id }) => (
          <span key={`${source} ${id}`} className="mr-3 inline-flex items-center gap-1">
            {source} <ShortId id={id} />
          </span>
        ))}
      </Row>
    </Item>
  )
}

function DepositItem({ deposit }: Readonly<{ deposit: Deposit }>) {
  return (
    <Item
      title={`Tokens in on ${deposit.network}`}
      id={deposit.deposit_id}
      amount={<Amount minor={deposit.amount_minor} asset="NGNC" />}
      pill={<Pill tone={deposit.outcome === 'funded' ? 'good' : 'warn'}>{wordsOf(deposit.outcome)}</Pill>}
    >
      <Row name="From">
        <ShortId id={deposit.sender} />
      </Row>
      <Row name="Hash">
        <ShortId id={deposit.hash} />
      </Row>
      <Row name="Final">
        <Age at={deposit.at} />, block {deposit.block}
      </Row>
      <Row name="Swept by">{deposit.swept_by === null ? 'Not yet' : <ShortId id={deposit.swept_by} />}</Row>
    </Item>
  )
}

const transferTones: Readonly<Record<string, Tone>> = {
  final_ok: 'good',
  final_failed: 'bad',
  conflict: 'bad',
  final_void: 'ended',
}
const transferWords: Readonly<Record<string, string>> = {
  reserved: 'Not signed yet',
  signed: 'On its way',
  final_ok: 'Arrived',
  final_failed: 'Refused by the network',
  final_void: 'Cancelled',
  conflict: 'An unknown transaction used its lock',
}

function TransferItem({ transfer }: Readonly<{ transfer: Transfer }>) {
  return (
    <Item
      title="Tokens out"
      id={transfer.transfer_id}
      amount={<Amount minor={transfer.amount_minor} asset="NGNC" />}
      pill={
        <Pill tone={transferTones[transfer.state] ?? 'info'}>
          {transferWords[transfer.state] ?? transfer.state}
        </Pill>
      }
    >
      <Row name="To">
        <ShortId id={transfer.address} />
      </Row>
      <Row name="Lane">
        {transfer.lane}, lock {transfer.lock}
      </Row>
      <Row name="Opened">
        <Age at={transfer.opened_at} />
      </Row>
      {transfer.ended_at !== null && (
        <Row name="Final">
          <Age at={transfer.ended_at} />
        </Row>
      )}
      <Row name="Signed">
        {transfer.attempts.length === 0 && 'Nothing yet'}
        {transfer.attempts.map(({ kind, hash }) => (
          <span key={hash} className="mr-3 inline-flex items-center gap-1">
            {kind} <ShortId id={hash} />
          </span>
        ))}
      </Row>
    </Item>
  )
}

const payoutTones: Readonly<Record<string, Tone>> = {
  succeeded: 'good',
  failed: 'bad',
  reversed: 'bad',
  unknown: 'warn',
}

function PayoutItem({ payout }: Readonly<{ payout: Payout }>) {
  return (
    <Item
      title={payout.purpose === 'refund' ? 'Refund' : 'Payout'}
      id={payout.payout_id}
      amount={<Amount minor={payout.amount_minor} />}
      pill={<Pill tone={payoutTones[payout.state] ?? 'info'}>{wordsOf(payout.state)}</Pill>}
    >
      <Row name="To">
        {payout.account_name}, {payout.account_number}, {payout.bank}
      </Row>
      <Row name="From">
        {payout.account}, attempt {payout.attempt}
      </Row>
      <Row name="Reference">
        <ShortId id={payout.reference} />
      </Row>
      <Row name="Session">
        {payout.session_id === null ? 'Not reported' : <ShortId id={payout.session_id} />}
      </Row>
      <Row name="Ordered">
        <Age at={payout.ordered_at} />
      </Row>
      {payout.ended_at !== null && (
        <Row name="Ended">
          <Age at={payout.ended_at} />
          {payout.money_back_at !== null && ', and its naira came back'}
        </Row>
      )}
      <Row name="Vendor said">
        {payout.readings.length === 0
          ? 'Nothing yet'
          : payout.readings.map(({ kind, code }) => (code === null ? kind : `${kind} (${code})`)).join(', ')}
      </Row>
      <Row name="Vendor booked">
        {payout.lines.length === 0 && 'Nothing yet'}
        {payout.lines.map((line) => (
          <span key={line.external_id} className="mr-3 inline-flex items-center gap-1">
            {line.kind} <Amount minor={line.amount_minor} /> <ShortId id={line.external_id} />
          </span>
        ))}
      </Row>
    </Item>
  )
}

function Item({
  title,
  id,
  amount,
  pill,
  children,
}: Readonly<{ title: string; id: string; amount: ReactNode; pill: ReactNode; children: ReactNode }>) {
  return (
    <li className="border-t px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <h3 className="font-semibold">{title}</h3>
        <ShortId id={id} />
        {pill}
        <span className="ml-auto font-medium">{amount}</span>
      </div>
      <dl className="mt-1 grid gap-x-6 text-small middle:grid-cols-2">{children}</dl>
    </li>
  )
}

function Row({ name, children }: Readonly<{ name: string; children: ReactNode }>) {
  return (
    <div className="flex min-h-7 items-center gap-3">
      <dt className="w-28 shrink-0 text-caption text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
