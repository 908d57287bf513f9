import { useState } from 'react'
import { Field } from '../../shared/ui/field.tsx'
import { Choice, ProposeDialog } from '../command-dialog.tsx'
import { type Money, nameOf } from './use-money.ts'

/** Proposes a move of our own money. The record explains what banks and chains show later. */
export function MoveDialog({ money, onClose }: Readonly<{ money: Money; onClose: () => void }>) {
  const [kind, setKind] = useState('naira')
  const [amount, setAmount] = useState('')
  const isNaira = kind === 'naira'
  const sources: ReadonlyArray<readonly [string, string]> = isNaira
    ? money.accounts.map((one) => [one.account_id, `${one.number}, ${one.bank}`])
    : money.lanes.map(({ lane }) => [lane, nameOf(lane)])
  const targets: ReadonlyArray<readonly [string, string]> = isNaira
    ? money.payout_accounts.map(({ account }) => [account, nameOf(account)])
    : money.lanes.map(({ lane }) => [lane, nameOf(lane)])
  const [from, setFrom] = useState(sources[0]?.[0] ?? '')
  const [to, setTo] = useState(targets[0]?.[0] ?? '')
  const source = sources.find(([id]) => id === from)?.[0] ?? sources[0]?.[0] ?? ''
  const target = targets.find(([id]) => id === to)?.[0] ?? targets[0]?.[0] ?? ''
  return (
    <ProposeDialog
      title="Move our own money"
      args={['move', kind, '--from', source, '--to', target, '--naira', amount]}
      isReady={amount.trim() !== '' && source !== '' && target !== ''}
      says="Nothing moves when you propose. After another operator approves, you move it at the bank or on the chain, and Afara matches both sides automatically."
      onClose={onClose}
    >
      <Choice
        label="What"
        value={kind}
        options={[
          ['naira', 'Naira, from a collection account to a payout account'],
          ['tokens', 'Tokens, from one lane to another of its network'],
        ]}
        onChange={setKind}
      />
      <div className="grid gap-4 middle:grid-cols-2">
        <Choice label="From" value={source} options={sources} onChange={setFrom} />
        <Choice label="To" value={target} options={targets} onChange={setTo} />
      </div>
      <Field
        label="Amount in naira"
        required
        inputMode="decimal"
        value={amount}
        hint="Such as 1,000,000.00. One token is one naira."
        onChange={(event) => setAmount(event.target.value)}
      />
    </ProposeDialog>
  )
}
