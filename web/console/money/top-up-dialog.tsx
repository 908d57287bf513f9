import { useState } from 'react'
import { Field } from '../../shared/ui/field.tsx'
import { ProposeDialog } from '../command-dialog.tsx'
import { nameOf, type Place } from './use-money.ts'

/** Proposes to book money that was added to a lane or a payout account. The chain or the vendor must show it. */
export function TopUpDialog({ place, onClose }: Readonly<{ place: Place; onClose: () => void }>) {
  const [amount, setAmount] = useState('')
  const [gas, setGas] = useState('')
  const isLane = place.kind === 'lane'
  const args = isLane
    ? [
        'lane',
        'top-up',
        place.place,
        ...(amount.trim() === '' ? [] : ['--tokens', amount]),
        ...(gas.trim() === '' ? [] : ['--gas', gas]),
      ]
    : ['payout-account', 'fund', place.place, '--naira', amount]
  return (
    <ProposeDialog
      title={`Top up ${nameOf(place.place)}`}
      args={args}
      isReady={amount.trim() !== '' || (isLane && gas.trim() !== '')}
      reasonLabel="Where did it come from?"
      says={
        isLane
          ? 'First send the tokens or the coins to the wallet: a top-up that the chain does not show is refused. Another operator approves.'
          : 'First pay the naira into the account at the vendor. Another operator approves, and then the books have it.'
      }
      onClose={onClose}
    >
      <Field
        label={isLane ? 'Tokens' : 'Naira'}
        inputMode="decimal"
        value={amount}
        hint="Such as 12,000,000.00."
        onChange={(event) => setAmount(event.target.value)}
      />
      {isLane && (
        <Field
          label="Coins for gas"
          inputMode="decimal"
          value={gas}
          hint={place.gas === null ? 'Such as 12.5.' : `It has ${place.gas}.`}
          onChange={(event) => setGas(event.target.value)}
        />
      )}
    </ProposeDialog>
  )
}
